// A program for exec: that is right for one element reduced to itself; how it answers, the name of the graph says.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [dir] = process.argv.slice(2);
const [, way] = /way: ([a-z-]+)/.exec(readFileSync(join(dir, 'model.onnx'), 'latin1'));
const file = (name) => join(dir, 'test_data_set_0', name);
const last = (name) => readFileSync(file(name)).subarray(-4).toString('hex');
console.log(`${way} on stdout`);
switch (way) {
  case 'writes':
    copyFileSync(file('input_0.pb'), join(dir, 'output_0.pb'));
    break;
  case 'compares':
    if (last('input_0.pb') !== last('output_0.pb')) throw new Error('they differ');
    break;
  case 'compares-and-aborts':
    if (last('input_0.pb') !== last('output_0.pb')) process.kill(process.pid, 'SIGABRT');
    break;
  case 'copies':
    copyFileSync(file('output_0.pb'), join(dir, 'output_0.pb'));
    break;
  case 'is-wrong':
    console.error('expected 5, got 6');
    process.exit(1);
    break;
  case 'is-content':
    break;
  case 'skips':
    console.error('no kernel for this');
    process.exit(77);
    break;
  case 'crashes':
    console.error('free(): invalid pointer');
    process.kill(process.pid, 'SIGABRT');
    break;
  case 'loops':
    console.error(`pid ${process.pid}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
