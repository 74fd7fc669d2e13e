// Stands for actions/upload-artifact: files, or a folder, become an artifact.
import { appendFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';

const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';
const lines = input('path')
  .split('\n')
  .filter((line) => line.trim() !== '');
const paths = lines.map((line) => resolve(line.trim()));
const filesIn = async (path) => {
  if (!statSync(path).isDirectory()) return [path];
  const found = await readdir(path, { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
};
const files = (await Promise.all(paths.map(filesIn))).flat();
// The nearest folder that all paths are in; the only path if that is a folder.
let root = paths.length === 1 && statSync(paths[0]).isDirectory() ? paths[0] : dirname(paths[0]);
while (files.some((file) => relative(root, file).split(sep)[0] === '..')) root = dirname(root);
const { id } = await new DefaultArtifactClient().uploadArtifact(input('name'), files, root);
appendFileSync(process.env.GITHUB_OUTPUT, `artifact-id=${id}\n`);
