// Stands for actions/download-artifact: the artifact `name` or `artifact-ids`, or those that match `pattern`, each in
// its folder.
import { join } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';
import picomatch from 'picomatch';

const input = (name) => process.env[`INPUT_${name.toUpperCase()}`] ?? '';
const client = new DefaultArtifactClient();
const { artifacts } = await client.listArtifacts({ latest: true });
const [name, id, pattern, path] = ['name', 'artifact-ids', 'pattern', 'path'].map(input);
const place = path || '.';
const isWanted = picomatch(pattern || '*');
const isOne = name !== '' || id !== '';
const wanted = artifacts.filter((one) =>
  isOne ? one.name === name || String(one.id) === id : isWanted(one.name),
);
if (isOne && wanted.length === 0) throw new Error(`there is no artifact ${name}${id}`);
for (const { id: found, name: folder } of wanted)
  await client.downloadArtifact(found, { path: isOne ? place : join(place, folder) });
