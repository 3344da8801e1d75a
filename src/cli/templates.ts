/** The kinds of runtimes, with the templates that `init` writes for them (docs/examples/templates). */
export const templates = {
  js: { template: 'backend.mjs', backend: './backend.mjs' },
  python: { template: 'backend.py', backend: 'python:./backend.py' },
  exec: { template: 'runner.sh', backend: 'exec:./runner.sh {dir}' },
  cpp: { template: 'backend.cpp', backend: 'stdio:./backend', build: 'g++ -std=c++17 -O2 -o backend backend.cpp' },
  rust: { template: 'backend.rs', backend: 'stdio:./backend', build: 'rustc -O -o backend backend.rs' },
  go: { template: 'backend.go', backend: 'stdio:./backend', build: 'go build -o backend backend.go' },
} as const;

export const templateKinds = Object.keys(templates) as readonly Template[];

export type Template = keyof typeof templates;
