import { expect, it } from 'vitest';
import { fusedConsumers } from '../../../generators/families/graphs.ts';
import { batchOf } from '../../../generators/fuzz/draw.ts';

it('neighbours that optimizers look for are drawn more often than chance', () => {
  let [all, usual, drawn] = [0, 0, 0];
  for (const { graph } of batchOf(1, 0)) {
    if (drawn++ === 100) break;
    for (const { operator, outputs } of graph.nodes) {
      for (const reader of graph.nodes.filter(({ inputs }) => outputs.some((name) => inputs.includes(name)))) {
        all++;
        if (fusedConsumers().get(operator.name)?.has(reader.operator.name)) usual++;
      }
    }
  }
  expect(all).toBeGreaterThan(50);
  // by chance they are a fiftieth
  expect(usual).toBeGreaterThan(all / 10);
});
