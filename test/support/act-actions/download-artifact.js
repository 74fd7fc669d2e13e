// Stands for actions/download-artifact: the artifact `name`, or those that begin with `pattern`, each in its folder.
import { join } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';

const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';
const client = new DefaultArtifactClient();
const { artifacts } = await client.listArtifacts({ latest: true });
const [name, pattern, path] = ['name', 'pattern', 'path'].map(input);
const wanted = artifacts.filter((one) =>
  name === '' ? one.name.startsWith(pattern.replace(/\*$/, '')) : one.name === name,
);
if (name !== '' && wanted.length === 0) throw new Error(`there is no artifact ${name}`);
for (const { id, name: found } of wanted)
  await client.downloadArtifact(id, { path: name === '' ? join(path, found) : path });
