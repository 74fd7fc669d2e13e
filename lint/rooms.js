import { dirname, join, relative, sep } from 'node:path';

/**
 * The rooms of src in pipeline order. A file imports only from its own room and from rooms before
 * it. The entries (src/*.ts) come last.
 */
const ROOMS = [
  'core/base',
  'core/grid',
  'core/model',
  'core/testdata',
  'core/manifest',
  'core/tuning',
  'core/toolchain',
  'core/bridge',
  'core/plan',
  'core/init',
  'core/abi',
  'core/codegen',
  'core/store',
  'core/compile',
  'core/advice',
  'core/expected',
  'core/package',
  'core/compare',
  'core/triton-tools',
  'core/build',
  'core/shards',
  'core/archive',
  'core/harness',
  'core/wheel',
  'core/measure',
  'core/smoke',
  'core/bench',
  'core/report',
  'report-page',
  'core/verify',
  'core/record',
  'github',
  'action',
  'cli',
];

/** Rooms with doors: other rooms import these files of theirs and no others. */
const DOORS = {
  'core/bridge': ['kept-workers.ts', 'pool.ts', 'protocol.ts'],
  'core/compile': [
    'budgets.ts',
    'compile.ts',
    'drop-configs.ts',
    'failures.ts',
    'hints.ts',
    'limits.ts',
  ],
  'core/advice': ['advise.ts', 'trials.ts', 'warnings.ts'],
  'core/triton-tools': ['triton-tools.ts', 'known-wrong.ts'],
  'core/build': [
    'baseline.ts',
    'build.ts',
    'compute.ts',
    'open.ts',
    'results.ts',
    'run.ts',
    'store.ts',
    'work.ts',
  ],
  'core/shards': ['document.ts', 'estimate.ts', 'merge.ts', 'plan.ts', 'shard.ts'],
  'core/archive': ['distribute.ts', 'distribution.ts', 'pack.ts', 'unpack.ts'],
  'core/wheel': ['wheel.ts'],
  'core/smoke': ['smoke.ts', 'request.ts', 'result.ts', 'evidence.ts', 'tables.ts'],
  'core/measure': [
    'measure.ts',
    'device.ts',
    'meter.ts',
    'timing.ts',
    'timed-call.ts',
    'plan-file.ts',
    'tune.ts',
    'tune-kernel.ts',
    'scores.ts',
    'tune-table.ts',
  ],
  'core/bench': ['bench.ts', 'profile.ts', 'request.ts', 'result.ts', 'tables.ts'],
  'core/verify': ['verify.ts', 'files.ts', 'finding.ts'],
  'core/record': ['record.ts'],
};

/**
 * Returns the room of a file, such as `core/plan`: undefined for an entry, null for a file in no
 * room.
 */
function roomOf(path) {
  const parts = path.split('/');
  if (parts[0] !== 'src') return null;
  if (parts.length === 2) return undefined;
  const room = parts[1] === 'core' ? `core/${parts[2]}` : parts[1];
  return ROOMS.includes(room) ? room : null;
}

function problemOf(from, to) {
  const [own, other] = [roomOf(from), roomOf(to)];
  if (own === null) return `${from} is in no room of lint/rooms.js`;
  if (other === null) return `${to} is in no room of lint/rooms.js`;
  if (other === undefined) return `${to} is an entry: nothing imports it`;
  if (own === other) return undefined;
  if (own !== undefined && ROOMS.indexOf(other) > ROOMS.indexOf(own))
    return `${own} comes before ${other} in the pipeline and must not import from it`;
  const doors = DOORS[other];
  const file = to.slice(`src/${other}/`.length);
  return doors === undefined || doors.includes(file)
    ? undefined
    : `${other} is imported through ${doors.join(' or ')}, not ${file}`;
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

export default { meta: { name: 'rooms' }, rules: { order } };
