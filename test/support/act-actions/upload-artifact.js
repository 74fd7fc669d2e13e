// Stands for actions/upload-artifact: one file, or a folder, becomes an artifact.
import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';

const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';
const path = resolve(input('path') || 'no path was given');
const isFile = statSync(path).isFile();
const root = isFile ? dirname(path) : path;
const files = isFile ? [path] : (await readdir(root)).map((name) => join(root, name));
await new DefaultArtifactClient().uploadArtifact(input('name'), files, root);
