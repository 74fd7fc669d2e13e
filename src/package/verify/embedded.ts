import type { ExpectedParameter } from '../../compile/cubin/parameters.ts';
import { tensorPart } from '../../compile/cubin/tensor-layout.ts';
import { Failure, messageOf } from '../../base/errors.ts';
import { sizeOfC } from '../../manifest/terms/types.ts';
import { embedCubin, embedPacked } from '../c/embed.ts';
import { unpackCode } from '../c/packing.ts';
import { MISSING_ROW } from '../c/table.ts';
import { commonNames, vendorSources } from '../c/vendor.ts';

/** A row of a C source's table of images, and the parameters that the source passes to it. */
export interface EmbeddedImage {
  readonly form: 'cubin' | 'ptx';
  /** The code as the driver reads it. */
  readonly bytes: Uint8Array;
  readonly algo: number;
  readonly specialisation: number;
  /** The name of the kernel in the code. */
  readonly kernel: string;
  /** The compute capabilities of the devices, such as `8.0 to 8.9`; of PTX the first one. */
  readonly capabilities: string;
  readonly warps: number;
  readonly ctas: number;
  /** Dynamic shared memory in bytes. */
  readonly shared: number;
  readonly passed: readonly ExpectedParameter[];
}

/**
 * Reads the images in the C source of a kernel, in the order of its table.
 * @throws {Failure} `verification` if the source is not as `writeSource` writes it.
 */
export function readImages(source: Buffer): readonly EmbeddedImage[] {
  const text = source.toString('latin1');
  const code = readCode(text);
  const [targets, specialisations] = [countOf(text, 'TARGETS'), countOf(text, 'SPECIALISATIONS')];
  const rows = between(text, '\nstatic const struct aot_image images[ROWS * TARGETS] = {\n');
  const launches = readLaunches(text);
  return rows.split('\n').flatMap((row, place): readonly EmbeddedImage[] => {
    if (row === MISSING_ROW) return [];
    const [, symbol = '', kernel = '""', ...numbers] = ROW.exec(row) ?? [];
    const bytes = code.get(symbol);
    if (bytes === undefined) throw unexpected(`has a row without code: ${row.trim()}`);
    const [warps = 0, ctas = 0, shared = 0] = numbers.slice(3).map(Number);
    const line = Math.floor(place / targets);
    const specialisation = line % specialisations;
    const passed = launches.passed.get(launches.byImage ? place : specialisation);
    if (passed === undefined) throw unexpected(`has no launch of a row: ${row.trim()}`);
    const [major = '0', from = '0', to = '0'] = numbers;
    const isPtx = to === '-1';
    const [devices = ''] = vendorSources
      .rows()
      .toReversed()
      .flatMap(([, { describeDevices }]) => describeDevices({ major, from, to }) ?? []);
    return [
      {
        form: isPtx ? 'ptx' : 'cubin',
        bytes: isPtx ? untilEnd(bytes) : bytes,
        algo: Math.floor(line / specialisations),
        specialisation,
        kernel: String(JSON.parse(kernel)),
        capabilities: isPtx ? `${major}.${from}` : devices,
        warps,
        ctas,
        shared,
        passed,
      },
    ];
  });
}

const ROW =
  /^ {4}\{&?(\w+), ("(?:[^"\\]|\\.)*"), (\d+), (\d\w*), (-1|\d\w*), (\d+), (\d+), (\d+), \d+, [01], [01]\}, \/\*.*\*\/$/;

const CODE = /^static const char (\w+)\[\][^=\n]*=\n/gm;
const PACKED = /^static const struct aot_packed (\w+) = \{(?:NULL|&(\w+)), \w+, \d+, (\d+)\};\n/;

/** Reads the cubins and the PTX of a source, by their names in C. */
function readCode(text: string): ReadonlyMap<string, Uint8Array> {
  const code = new Map<string, Uint8Array>();
  for (const match of text.matchAll(CODE)) {
    const [head, name = ''] = match;
    const start = match.index + head.length;
    const end = text.indexOf('";\n', start) + 3;
    if (end < 3) throw unexpected(`is cut off in ${name}`);
    const bytes = decodeLiterals(text.slice(start, end - 3));
    const packed = name.endsWith('_stream') ? PACKED.exec(text.slice(end, end + 300)) : null;
    const [after = '', symbol = name, base, size] = packed ?? [];
    const written =
      packed === null ? embedCubin(symbol, bytes) : embedPacked(symbol, bytes, Number(size), base);
    // A compiler might read another form differently from the code here.
    if (written !== `${text.slice(match.index, end)}${after}`)
      throw unexpected(`contains ${symbol} in a form that triton-aot does not write`);
    code.set(symbol, packed === null ? bytes : unpack(symbol, bytes, Number(size), base, code));
  }
  return code;
}

/** Returns the bytes of lines of C string literals. */
export function decodeLiterals(lines: string): Buffer {
  const strings = lines.split('\n').map((line) => unescape(line.replace(/^ {4}"|";?$/g, '')));
  return Buffer.from(strings.join(''), 'latin1');
}

/** Reads the escapes of a C string: in a line, since an octal one ends with the line. */
function unescape(line: string): string {
  return line.replaceAll(/\\(?:([0-7]{1,3})|(.))/g, (_all, octal?: string, other = '') =>
    octal === undefined ? other : String.fromCharCode(parseInt(octal, 8)),
  );
}

function unpack(
  symbol: string,
  packed: Uint8Array,
  size: number,
  base: string | undefined,
  code: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  const before = base === undefined ? undefined : code.get(base);
  if (base !== undefined && before === undefined)
    throw unexpected(`contains ${symbol}, whose base ${base} does not come before it`);
  try {
    return unpackCode(packed, size, before);
  } catch (error) {
    throw unexpected(`contains ${symbol}, which is damaged: ${messageOf(error)}`);
  }
}

/** Returns the text that the driver reads of PTX: that before the first NUL. */
function untilEnd(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** The parameters of each branch that launches, by specialisation or by image. */
interface Launches {
  readonly byImage: boolean;
  readonly passed: ReadonlyMap<number, readonly ExpectedParameter[]>;
}

/** Reads which parameters a source passes, with their sizes as C has them. */
function readLaunches(text: string): Launches {
  const fields = between(text, '\nstruct aot_arguments {\n').split('\n');
  const types = new Map(
    fields.flatMap((field) => {
      const [, type = '', name = ''] = /^ {4}(.*\W)(\w+);$/.exec(field) ?? [];
      return [[name, type.trim()] as const];
    }),
  );
  // Packages of other versions have the names of their driver.
  const names = [commonNames(), ...vendorSources.rows().map(([, each]) => each.names)];
  const starts = names.map(({ result }) => `\nstatic ${result} aot_launch_kernel(`);
  const start = starts.find((each) => text.includes(each)) ?? '';
  const body = between(text, start, '\n}\n');
  const parameterOf = (reference: string): ExpectedParameter => {
    const [owner = '', part = ''] = reference.slice(1).split('.');
    const type = types.get(part) ?? '';
    const size = names.some(({ pointer }) => pointer === type) ? 8 : sizeOfC(type);
    const known =
      owner === 'a'
        ? size && { size }
        : owner.startsWith('tensor_')
          ? tensorPart(part.replace(/\[.*/, ''))
          : SCRATCH.includes(owner) && { size: 8 };
    if (!known) throw unexpected(`passes ${reference}, which no launcher passes`);
    return { name: owner === 'a' ? part : reference.slice(1), ...known };
  };
  const passed = new Map<number, readonly ExpectedParameter[]>();
  const branches = body.slice(body.indexOf('\n    switch (')).split('\n    }\n');
  for (const branch of branches) {
    const [, list] = /\n {8}void \*parameters\[\] = \{(.*)\};\n/.exec(branch) ?? [];
    const parameters = list?.split(', ').map(parameterOf);
    for (const [, place] of branch.matchAll(/^ {4}case (\d+):/gm))
      if (parameters !== undefined) passed.set(Number(place), parameters);
  }
  return { byImage: body.includes('\n    switch ((int)(image - images)) {\n'), passed };
}

/** The variables of a launcher for the two pointers that Triton appends. */
const SCRATCH = ['scratch', 'none'];

function countOf(text: string, name: string): number {
  const count = Number(new RegExp(`^ {4}${name} = (\\d+),`, 'm').exec(text)?.[1]);
  if (!(count > 0)) throw unexpected(FORM);
  return count;
}

/** Returns the text between `start`, which must occur exactly once, and the next `end`. */
function between(text: string, start: string, end = '\n};'): string {
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (from < start.length || to < 0 || text.includes(start, from)) throw unexpected(FORM);
  return text.slice(from, to);
}

const FORM = 'has a form that triton-aot does not write';

function unexpected(message: string): Failure {
  return new Failure('verification', { message: `the C source ${message}` });
}
