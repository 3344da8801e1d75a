/** The parts of the help texts that explain rather than list; at most 80 columns, as is everything that they stand by. */

export const exitCodesHelp = `Exit codes:
  0  conformant: all that was judged passes, or is known to fail
  1  not conformant, or less was judged than expected
     (0 with --report-only)
  2  the command line, or a file that it names, cannot be used
  3  nothing was judged, the run was interrupted (also where it found
     failures), or the suite is at fault
  4  the backend could not be used, or answered nothing: each of 20 cases
     or more ended in an error
  5  vectors verify: vectors are missing
  6  vectors verify: vectors are not as ONNX published them`;

export const mainHelp = `Examples:
  npx $0 run --backend onnxruntime-node
  npx $0 run ReduceSum --opset 13-18 --backend reference
  npx $0 run --backend "stdio:python3 my_backend.py"
  npx $0 report out
  npx $0 list 'ReduceSum/13/*'
  npx $0 explain ReduceL1 --opset 13
  npx $0 export ReduceSum/13/float32/keepdims-zero/3 --out sum
  npx $0 vectors export out/vectors --release 1.17.0

'$0 backends' shows what can be checked here;
'$0 init' writes a starting point for a runtime of yours.
'$0 run --help' explains backends, ids, tiers and policies.

${exitCodesHelp}`;

export const expectHelp = `The inputs lie in test_data_set_0, as ONNX has them, or beside the model
themselves: input_0.npy or input_0.pb, in the order of the graph, or NAME.npy.
Each line shows an element and what may stand there: the true value, rounded
once; how far an answer may be from it; what else may stand, and under which
policy. docs/policies.md explains these. Outputs that need an operator that the
oracle does not know, or more than the limit of time or memory, are named: the
exit code is 3 then.`;

export const runHelp = `Backends:
  onnxruntime-node  onnxruntime on the CPU (npm install onnxruntime-node)
  reference         the suite's own oracle, which passes everything
  ./backend.mjs     a module whose default export is an adapter
  python:MODULE     a Python runtime: onnx.reference, onnxruntime, ./backend.py
  "exec:COMMAND"    a program that is run on each case, in the folder {dir}
  "stdio:COMMAND"   a program in any language that speaks the protocol
  docs/backends.md says how to write the last four.

Ids:
  An id is a path: operator/version/dtype/clause/number, for example
  ReduceSum/13/float32/keepdims-zero/3. Without its last parts it stands for all
  below it. * matches any part, ** any number of parts; put them in quotes:
    ReduceSum   ReduceSum/13/float32   'ReduceSum/*/int32'   '**/accuracy'
  Clauses named illegal-… hold models that have to be rejected. They are told of
  apart, and count only with --gate-illegal.
  '$0 list' shows what there is.
  '$0 export ID --out DIR' writes a case as files.

Opsets:
  A version is named after the opset that brought it: a model that imports
  opset 15 uses ReduceSum/13. --opset 15 runs the versions in force there, with
  models that import 15. Without it every version runs, over all its opsets, or
  those that the backend declares. The id of a case that was rewritten to opset
  15 ends in @15, and works everywhere.

Tiers:
  Every answer is labelled with the best tier that it reaches. Answers for which
  the order of evaluation cannot matter have to be exact whatever is required.
  exact     the true value, rounded once
  faithful  one of the two numbers of the type beside the true value
  wide      as accurate as a sum in a wider type, rounded at the end
  native    as accurate as the type itself allows, in any order of evaluation
  --allow tf32 or bfloat16 lets kernels round the factors of float32 products as
  tensor cores do; the report says how many cases stand by that alone.

Policies:
  Where the spec leaves a choice, any defensible one passes and is reported.
  --policy NAME=CHOICE turns one into a requirement; of several choices of one
  policy any will do.
  '$0 list policies' shows them.

Examples:
  npx $0 run --backend onnxruntime-node
  npx $0 run 'ReduceSum/13/**' --backend reference
  npx $0 run '**/float16' --require wide -b reference
  npx $0 run --opset 13,18 --report-only -b onnxruntime-node
  npx $0 run --policy integer-overflow=wrap -b reference

${exitCodesHelp}`;

export const fuzzHelp = `Models are of one node or a few, legal, and judged by the oracle. Of each cause
the smallest model that shows it is sought and printed. Of several backends each
is judged by itself; right answers that differ are counted. What is known stands
under fuzz in the file of expectations, by the id of the finding.
docs/fuzzing.md says more.

Exit codes:
  0  nothing new was found
  1  something new was found
  2  the command line, or a file that it names, cannot be used
  3  nothing was judged, the run was interrupted, or the suite is at fault
  4  a backend could not be used

Examples:
  npx $0 fuzz --backend onnxruntime-node
  npx $0 fuzz Softmax --opset 13 --for 10m -b onnxruntime-node
  npx $0 fuzz --runs 5000 --seed 7 -b onnxruntime-node -b tractjs`;

export const reportHelp = `Examples:
  npx $0 report out
  npx $0 report out --full
  npx $0 report out --finding 2 --format markdown
  npx $0 report out --format json=report.json`;

export const diffHelp = `Cases are the same where suite and seed are; what differs is said first. Cases
that only one of the runs has make nothing worse, unless the later run was
interrupted; nor do times, nor illegal models without --gate-illegal.

Exit codes:
  0  nothing got worse
  1  something got worse: a case newly fails, crashes or is not supported, or
     its tier is looser
  2  a folder holds no run, or the runs have no case in common

Examples:
  npx $0 diff out/main out/branch
  npx $0 diff out/main out/branch --format markdown`;

export const compareHelp = `Each run is a folder that 'run --out' has written. They are comparable where
suite, seed and selection are the same; what differs is said first.

Examples:
  npx $0 compare out/onnxruntime-node out/tractjs
  npx $0 compare out/* --format html > comparison.html`;

export const checkHelp = `Each check is one rule of docs/backend-protocol.md. A failed one says what came
and what to do; one that was not tried does not apply, or the runtime has no
such type. Questions are asked with Identity, or with an operator that the
runtime has.

Exit codes:
  0  no check failed
  1  a check failed
  2  the command line cannot be used
  3  no check failed, and less than half of them could be tried
  4  the adapter does not start, or does not say hello

Examples:
  npx $0 backend check ./my-backend.mjs
  npx $0 backend check "stdio:./my_backend" --provider cuda`;

export const listHelp = `Examples:
  npx $0 list
  npx $0 list --clauses --opset 13
  npx $0 list ReduceSum --opset 15 --dtype float32
  npx $0 list --cases '**/float32/keepdims-zero'
  npx $0 list --vacuous ReduceMean/18/float32/empty-set
  npx $0 list --unjudged Pad/25
  npx $0 list policies
  npx $0 list operators`;

export const explainHelp = `Examples:
  npx $0 explain ReduceL1
  npx $0 explain ReduceL1 keepdims-zero
  npx $0 explain ReduceL1 --opset 13
  npx $0 explain ReduceMax --history
  npx $0 explain integer-overflow
  npx $0 explain illegal-axes-out-of-range`;

export const exportHelp = `An id may be copied from 'list --cases' or from a report; equal ids and seeds
give equal files. output_0.pb holds the oracle's own answer. A folder that an
earlier export wrote is overwritten.

A session is several runs of loaded models. Its files hold the runs one by one,
and --vectors judges them so; state between them shows only with 'run ID'. An
illegal model has no outputs: --vectors lists it, its legal twin is judged.

Examples:
  npx $0 export ReduceSum/13/float32/keepdims-zero/3 --out sum
  npx $0 run --vectors sum --backend onnxruntime-node`;

export const backendsHelp = `An adapter looks for the npm package of its runtime in the project of the
working directory. Where it is missing, the command that installs it is shown.
Any other backend may be named as --backend takes it, to see what it says.

Exit code 4 says that one of those that are named cannot be used.

Examples:
  npx $0 backends
  npx $0 backends tractjs python:onnx.reference --json
  npx $0 backends ./backend.mjs`;

export const initHelp = `Kinds:
  js      a module that calls it from JavaScript (backend.mjs)
  python  the interface of onnx.backend.base.Backend (backend.py)
  exec    a script that is started for each case, and writes files (runner.sh)
  cpp, rust, go
          a program that speaks the protocol (backend.cpp, .rs, .go)
Until your runtime is in it, every case is unsupported, and nothing is judged.

Examples:
  npx $0 init
  npx $0 init python --out conformance`;
