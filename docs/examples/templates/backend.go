// A starting point: a backend for onnx-conformance in Go, standard library only. Put your runtime into run.
// go build -o backend backend.go && onnx-conformance run --backend stdio:./backend
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

var errUnsupported = errors.New("not supported")

// run runs a serialized ModelProto on serialized TensorProtos by name; it returns those of outputs, in that order.
// Wrap errUnsupported for what the runtime does not implement; any other error is a failure of the case.
func run(model []byte, inputs map[string][]byte, outputs []string) ([][]byte, error) {
	return nil, fmt.Errorf("%w: nothing is run yet (%d bytes, %d inputs)", errUnsupported, len(model), len(inputs))
}

type entry struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

type request struct {
	ID       int
	Method   string
	Protocol int
	Model    int
	Inputs   []entry
	Outputs  []string
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	take := func(size int) []byte {
		bytes := make([]byte, size)
		if _, err := io.ReadFull(in, bytes); err != nil {
			os.Exit(1)
		}
		return bytes
	}
	answer := func(header map[string]any, payloads ...[]byte) {
		line, _ := json.Marshal(header)
		out.Write(append(line, '\n'))
		for _, payload := range payloads {
			out.Write(payload)
		}
		out.Flush()
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked request
		if err := json.Unmarshal(line, &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if asked.Method == "hello" && asked.Protocol != 1 {
			answer(map[string]any{"id": asked.ID, "status": "failed", "message": "this program speaks protocol 1"})
			continue
		}
		if asked.Method == "hello" {
			about := map[string]string{"name": "my-runtime", "version": "0.0.0"}
			answer(map[string]any{"id": asked.ID, "status": "ok", "backend": about})
			continue
		}
		model := take(asked.Model)
		inputs := map[string][]byte{}
		for _, input := range asked.Inputs {
			inputs[input.Name] = take(input.Size)
		}
		results, err := run(model, inputs, asked.Outputs)
		if err != nil {
			status := "failed"
			if errors.Is(err, errUnsupported) {
				status = "unsupported"
			}
			answer(map[string]any{"id": asked.ID, "status": status, "message": err.Error()})
			continue
		}
		listed := []entry{}
		for i, result := range results {
			listed = append(listed, entry{asked.Outputs[i], len(result)})
		}
		answer(map[string]any{"id": asked.ID, "status": "ok", "outputs": listed}, results...)
	}
}
