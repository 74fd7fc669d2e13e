// Writes down for Python what crosses between TypeScript and Python: the types of all messages, and their JSON
// Schema. `UPDATE=1 npm test -- project/wire` writes both.
import { z } from 'zod';
import {
  caseProposalsSchema,
  caseQuestionsSchema,
} from '../src/manifest/cases/generate/proposal.ts';
import { allOptions } from '../src/manifest/terms/options.ts';
import { benchJobSchema, eventSchema, outcomeSchema } from '../src/prove/bench/wire.ts';
import { kernelTextSchema } from '../src/features/authoring/kernel-text.ts';
import { inferredSchema } from '../src/features/authoring/inferred.ts';
import { questionSchema } from '../src/features/authoring/question.ts';
import { assembleAnswerSchema, assembleRequestSchema } from '../src/toolchain/wire/assemble.ts';
import { interpreterJobSchema, referenceJobSchema } from '../src/toolchain/wire/expected.ts';
import { readAnswerSchema, readRequestSchema } from '../src/toolchain/wire/reading.ts';
import * as answers from '../src/toolchain/workers/answers.ts';
import * as protocol from '../src/toolchain/workers/protocol.ts';

/** Everything that is sent. What these have inside is found from here. */
const MESSAGES = z.object({
  hello: protocol.helloSchema,
  request: protocol.envelopeSchema,
  describe: protocol.describeJobSchema,
  compile: protocol.compileJobSchema,
  hints: protocol.hintJobSchema,
  reference: referenceJobSchema,
  interpreter: interpreterJobSchema,
  ended: protocol.endedSchema,
  failed: answers.failedSchema,
  done: answers.doneSchema,
  compiled: answers.compiledSchema,
  hintsFound: answers.hintsFoundSchema,
  described: answers.describedSchema,
  configs: answers.configsSchema,
  read: readRequestSchema,
  readAnswer: readAnswerSchema,
  caseQuestions: caseQuestionsSchema,
  caseProposals: caseProposalsSchema,
  assemble: assembleRequestSchema,
  assembleAnswer: assembleAnswerSchema,
  evidenceQuestion: questionSchema,
  kernelText: kernelTextSchema,
  inferred: inferredSchema,
  benchJob: benchJobSchema,
  benchOutcome: outcomeSchema,
  benchEvent: eventSchema,
});

type Schema = z.core.JSONSchema.BaseSchema;

/** Returns the JSON Schemas of all objects that cross, by name, as the one who writes them must know them. */
export function wireSchemas(): Readonly<Record<string, Schema>> {
  const { $defs = {} } = z.toJSONSchema(MESSAGES, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      for (const key of ['id', 'minimum', 'maximum', 'readOnly'] as const) delete jsonSchema[key];
    },
  });
  return $defs;
}

/** Returns the schemas as JSON, each on a line. */
export function schemaText(schemas: Readonly<Record<string, Schema>>): string {
  const lines = Object.entries(schemas).map(
    ([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns the Python module with a type for each schema. */
export function pythonTypes(schemas: Readonly<Record<string, Schema>>): string {
  const names = Object.entries(schemas);
  const classes = names.filter(([, { type }]) => type === 'object');
  // Python evaluates these, and not the types of fields.
  const aliases = names.filter(([, { type }]) => type !== 'object');
  return [
    HEADING,
    ...classes.map(([name, schema]) => `\n${classNamed(name, schema)}\n`),
    '\n',
    ...aliases.map(([name, schema]) => `${name}: TypeAlias = ${typeOf(schema)}\n`),
  ].join('');
}

const HEADING = `"""What crosses between TypeScript and Python. Written by scripts/wire.ts: the schemas in src say what the fields mean."""
# fmt: off

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

BRIDGE_VERSION = ${protocol.BRIDGE_VERSION}

# The options of Triton that a manifest can set.
OPTIONS = frozenset(
    ${JSON.stringify(Object.keys(allOptions()))}
)

`;

/** Keys that may be missing are those of a class that extends one with the others. */
function classNamed(name: string, schema: Schema): string {
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(
    ([key, field]) => [key, typeOf(field as Schema)] as const,
  );
  const [always, sometimes] = [true, false].map((isRequired) =>
    fields.filter(([key]) => required.includes(key) === isRequired),
  );
  if (sometimes?.length === 0) return classOf(name, 'TypedDict', always);
  return `${classOf(`_${name}`, 'TypedDict', always)}\n\n${classOf(name, `_${name}, total=False`, sometimes)}`;
}

type Fields = readonly (readonly [key: string, type: string])[];

function classOf(name: string, bases: string, fields: Fields = []): string {
  if (fields.some(([key]) => KEYWORDS.has(key))) {
    const keys = fields.map(([key, type]) => `    "${key}": ${quoted(type)},\n`);
    return `${name} = ${bases}("${name}", {\n${keys.join('')}})`;
  }
  const lines = fields.map(([key, type]) => `    ${key}: ${type}\n`);
  return `class ${name}(${bases}):\n${lines.length === 0 ? '    pass\n' : lines.join('')}`;
}

function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

/** The keys of messages that are words of Python. */
const KEYWORDS: ReadonlySet<string> = new Set(['from']);

const SIMPLE_TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Returns a schema's type in Python. JSON has no tuples: Python reads all lists as lists. */
function typeOf(schema: Schema): string {
  const { $ref, enum: values, const: only, type = '', items, prefixItems } = schema;
  const choices = schema.anyOf ?? schema.oneOf;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (choices !== undefined) return unionOf(choices.map((each) => typeOf(each)));
  if (only !== undefined) return `Literal[${literal(only)}]`;
  if (Array.isArray(type)) return unionOf(type.map((each) => typeOf({ type: each })));
  if (values !== undefined)
    return type === 'number' ? 'int' : `Literal[${values.map(literal).join(', ')}]`;
  if (type === 'array') {
    const each = prefixItems ?? [items];
    return `list[${unionOf(each.map((item) => (isText(item) ? 'str' : typeOf(item as Schema))))}]`;
  }
  if (type === 'object') return `dict[str, ${typeOf(valuesOf(schema))}]`;
  return SIMPLE_TYPES[type] ?? 'Any';
}

/** The schema of the values of a map. */
function valuesOf({ properties, additionalProperties }: Schema): Schema {
  if (properties !== undefined || typeof additionalProperties !== 'object')
    throw new Error(`an object has no name: give its schema an \`id\``);
  return additionalProperties;
}

function isText(schema: unknown): boolean {
  return (
    typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'string'
  );
}

function unionOf(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? '') : distinct.join(' | ');
}

function literal(value: unknown): string {
  return value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
}
