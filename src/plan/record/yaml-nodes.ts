import { type Document, type Node, Scalar } from 'yaml';
import type { Constant } from '../../manifest/terms/constant.ts';

/** Makes nodes of a document: as blocks, in one line, and an empty map. */
export function builder(document: Document) {
  const node = (value: unknown): Node => document.createNode(value);
  const flow = (value: unknown): Node => document.createNode(value, { flow: true });
  const blank = () => document.createNode({});
  return { node, flow, blank };
}

/** The values of a map of constants. */
export function constantNodes(constants: ReadonlyMap<string, Constant>): Record<string, unknown> {
  return Object.fromEntries([...constants].map(([name, value]) => [name, constantNode(value)]));
}

export function constantNode(constant: Constant): unknown {
  switch (constant.kind) {
    case 'none':
      return null;
    case 'dtype':
      return `tl.${constant.value}`;
    case 'float': {
      const scalar = new Scalar(constant.value);
      // YAML has a float if there is a point: `1.0`, but `.inf` as it is.
      if (Number.isInteger(constant.value)) scalar.minFractionDigits = 1;
      return scalar;
    }
    case 'int':
    case 'bool':
    case 'string':
      return constant.value;
  }
}

/** A number or an expression. */
export function expressionNode(text: string): unknown {
  return /^-?\d+$/.test(text) ? BigInt(text) : text;
}
