import type { WrittenNode } from './declaration.ts';

/** The fields of a node that identify its operator. */
export type Callee = Pick<WrittenNode, 'opType' | 'domain'>;

/** Returns the name of an operator: its type in ai.onnx; in other domains with the domain before it, such as `com.microsoft.Gelu`. */
export const operatorName = ({ opType, domain = '' }: Callee): string =>
  domain === '' || domain === 'ai.onnx' ? opType : `${domain}.${opType}`;

/** Returns the operator type and domain of a node for an operator name. */
export function calleeOf(name: string): Callee {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? { opType: name } : { opType: name.slice(dot + 1), domain: name.slice(0, dot) };
}

/** Returns the domain of an operator; '' is ai.onnx. */
export const domainOf = (name: string): string => calleeOf(name).domain ?? '';
