import type { WrittenNode } from './declaration.ts';

/** What of a node tells which operator it calls. */
export type Callee = Pick<WrittenNode, 'opType' | 'domain'>;

/** The name of an operator: its type alone in ai.onnx, and else behind its domain, such as `com.microsoft.Gelu`. */
export const operatorName = ({ opType, domain = '' }: Callee): string =>
  domain === '' || domain === 'ai.onnx' ? opType : `${domain}.${opType}`;

/** How a node calls the operator of a name. */
export function calleeOf(name: string): Callee {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? { opType: name } : { opType: name.slice(dot + 1), domain: name.slice(0, dot) };
}

/** The domain of an operator; '' is ai.onnx. */
export const domainOf = (name: string): string => calleeOf(name).domain ?? '';
