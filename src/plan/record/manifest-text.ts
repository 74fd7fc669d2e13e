import { isMap, parseDocument } from 'yaml';
import { canonicalJson, indent } from '../../base/text.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { type Constant, toWire } from '../../manifest/terms/constant.ts';
import { formatArgumentType, parseArgumentType } from '../../manifest/terms/types.ts';
import { endLine, insertEntries } from '../insert-entries.ts';
import type { EntryDraft } from './drafts.ts';
import type { Refusal } from './refusals.ts';

/** The keys above the kernels of a new manifest. */
interface ManifestHead {
  readonly package: string;
  readonly triton: string;
  readonly targets: readonly string[];
  /** The command that was recorded. */
  readonly command: string;
}

/** Writes a manifest with these entries, which are not indented. */
export function recordedManifest(
  head: ManifestHead,
  entries: readonly string[],
  refusals: readonly Refusal[],
): string {
  return [
    `# Recorded from \`${head.command}\`.`,
    `package: ${head.package}`,
    `triton: ${head.triton}`,
    `targets: [${head.targets.join(', ')}]`,
    '',
    'kernels:',
    entries.map((entry) => indent(entry, 2)).join('\n'),
    ...refusalComments(refusals),
  ].join('\n');
}

/**
 * Adds entries to a manifest. Everything that the manifest has stays as it is, to the byte, if its
 * kernels are a block map. Otherwise comments and order stay.
 */
export function addEntries(
  text: string,
  entries: readonly string[],
  refusals: readonly Refusal[],
): string {
  const unknown = refusals.filter((refusal) => !text.includes(refusalLine(refusal)));
  const comments = refusalComments(unknown).join('\n');
  const tail = comments === '' ? '' : `${endLine(text)}\n${comments}`;
  if (entries.length === 0) return `${text}${tail.slice(text.length)}`;
  const added = insertEntries(text, entries);
  if (added !== undefined) return `${added}${comments && `\n${comments}`}`;
  const document = parseDocument(text, { keepSourceTokens: true });
  for (const entry of entries) {
    const { contents } = parseDocument(entry);
    if (isMap(contents)) document.setIn(['kernels', keyOf(entry)], contents.items[0]?.value);
  }
  return endLine(document.toString({ lineWidth: 100 })) + (comments && `\n${comments}`);
}

function keyOf(entry: string): string {
  return /^([A-Za-z]\w*):/m.exec(entry)?.[1] ?? '';
}

/**
 * Returns the entry of a manifest that describes the same kernel: the same function with the same
 * types and constants. Hints may differ, since a person might have changed them.
 */
export function entryFor(draft: EntryDraft, manifest: Manifest): KernelEntry | undefined {
  return manifest.kernels.find(
    (entry) =>
      entry.source.file === draft.file &&
      entry.source.function === draft.function &&
      hasTypes(entry, draft) &&
      hasConstants(entry, draft),
  );
}

function hasTypes({ shape }: KernelEntry, { parameters, types }: EntryDraft): boolean {
  const own = new Map(
    shape.form === 'arguments'
      ? [...shape.arguments].map(([name, { type }]) => [name, formatArgumentType(type)])
      : shape.tokens.flatMap((token, index) =>
          token.kind === 'argument'
            ? [[parameters[index] ?? '', formatArgumentType(token.spec.type)]]
            : [],
        ),
  );
  return (
    own.size === types.size && [...types].every(([name, text]) => own.get(name) === plain(text))
  );
}

/** The type in its usual form: `tensordesc<fp16[64,64]>` without spaces. */
function plain(text: string): string {
  const type = parseArgumentType(text);
  return type === undefined ? text : formatArgumentType(type);
}

/** Constants of the entry must be the recorded ones. What it leaves out has a default. */
function hasConstants(entry: KernelEntry, draft: EntryDraft): boolean {
  const fromSignature =
    entry.shape.form === 'signature'
      ? entry.shape.tokens.flatMap((token, index) =>
          token.kind === 'constant' ? [[draft.parameters[index] ?? '', token.value] as const] : [],
        )
      : [];
  const given = new Map<string, Constant>([...fromSignature, ...entry.constants]);
  const configs = entry.configs === 'autotune' ? [] : entry.configs;
  const tuned = new Set(configs.flatMap(({ constants }) => [...constants.keys()]));
  return [...draft.constants].every(([name, value]) => {
    const own = given.get(name);
    if (own === undefined) return true;
    return tuned.has(name) || canonicalJson(toWire(own)) === canonicalJson(toWire(value));
  });
}

function refusalComments(refusals: readonly Refusal[]): string[] {
  return refusals.length === 0 ? [] : ['# Not recorded:', ...refusals.map(refusalLine), ''];
}

function refusalLine({ name, file, line, reason }: Refusal): string {
  const place = file === '' ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  return `#   ${name}${place}: ${reason}`;
}
