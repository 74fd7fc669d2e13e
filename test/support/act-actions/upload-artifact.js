// Stands for actions/upload-artifact: files, or a folder, become an artifact.
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';

const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';
const lines = input('path')
  .split('\n')
  .filter((line) => line.trim() !== '');
const paths = lines.map((line) => resolve(line.trim()));
const isFolder = paths.length === 1 && statSync(paths[0]).isDirectory();
const files = isFolder ? (await readdir(paths[0])).map((name) => join(paths[0], name)) : paths;
// The nearest folder that all files are in.
let root = isFolder ? paths[0] : dirname(paths[0]);
while (files.some((file) => relative(root, file).split(sep)[0] === '..')) root = dirname(root);
await new DefaultArtifactClient().uploadArtifact(input('name'), files, root);
