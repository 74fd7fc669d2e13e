import { dirname, join, relative, sep } from 'node:path';

/**
 * The layers of src, in the order of the data. A file imports only from its own layer and from layers
 * before it. `verbs` are the files src/*.ts: the steps of each job, in order. The core never imports a
 * feature: `entries` knows them all.
 */
const LAYERS = [
  'base',
  'manifest',
  'toolchain',
  'plan',
  'compile',
  'package',
  'prove',
  'report',
  'github',
  'verbs',
  'action',
  'cli',
  'features',
  'entries',
];

/** Features that build on others. All others know only the core. */
const BUILDS_ON = {};

/** Folders with public files: others import these files and no others. */
const PUBLIC = {
  'package/archive': [
    'distribute.ts',
    'distribution.ts',
    'pack.ts',
    'unpack.ts',
    'unzip.ts',
    'zip.ts',
  ],
  'prove/smoke': [
    'request.ts',
    'result.ts',
    'causes.ts',
    'evidence.ts',
    'further-checks.ts',
    'generated.ts',
    'remedies.ts',
    'tables.ts',
  ],
  'toolchain/workers': ['answers.ts', 'kept-workers.ts', 'pool.ts', 'protocol.ts'],
};

/** Returns the layer of a file, such as `plan`; undefined for a file in no layer. */
function layerOf(path) {
  const [src, folder, ...rest] = path.split('/');
  if (src !== 'src') return undefined;
  const layer = rest.length === 0 ? 'verbs' : folder;
  return LAYERS.includes(layer) ? layer : undefined;
}

/** Returns the feature whose folder a file is in. */
function featureOf(path) {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

function problemOf(from, to) {
  const [own, other] = [layerOf(from), layerOf(to)];
  if (own === undefined) return `${from} is in no layer of scripts/layers.js`;
  // Tables that Python reads too are no code.
  if (to.startsWith('python/') && to.endsWith('.json')) return undefined;
  if (other === undefined) return `${to} is in no layer of scripts/layers.js`;
  if (LAYERS.indexOf(other) > LAYERS.indexOf(own))
    return `${own} comes before ${other} and must not import from it`;
  const [feature, used] = [featureOf(from), featureOf(to)];
  if (
    feature !== undefined &&
    used !== feature &&
    used !== undefined &&
    BUILDS_ON[feature] !== used
  )
    return `the feature ${feature} must not import from the feature ${used}`;
  for (const [folder, files] of Object.entries(PUBLIC)) {
    const inside = `src/${folder}/`;
    if (!to.startsWith(inside) || from.startsWith(inside) || layerOf(from) === 'verbs') continue;
    if (!files.includes(to.slice(inside.length)))
      return `${folder} is imported through ${files.join(' or ')}, not ${to}`;
  }
  return undefined;
}

const order = {
  meta: { type: 'problem' },
  create(context) {
    const root = context.cwd;
    const path = (file) => relative(root, file).split(sep).join('/');
    const check = (node) => {
      const target = node.source?.value;
      if (typeof target !== 'string' || !target.startsWith('.')) return;
      const from = path(context.filename);
      const message = problemOf(from, path(join(dirname(context.filename), target)));
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: 'layers' }, rules: { order } };
