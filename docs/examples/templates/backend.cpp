// A starting point: a backend for onnx-conformance in C++17, standard library only. Put your runtime into run().
// g++ -std=c++17 -O2 -o backend backend.cpp && onnx-conformance run --backend stdio:./backend
#include <cstddef>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Bytes = std::string;

/// Runs a serialized ModelProto on serialized TensorProtos by name; returns those of `outputs`, in that order.
std::vector<Bytes> run(const Bytes& model, const std::map<std::string, Bytes>& inputs,
                       const std::vector<std::string>& outputs) {
  throw Unsupported("nothing is run yet: " + std::to_string(model.size()) + " bytes, " +
                    std::to_string(inputs.size()) + " inputs, " + std::to_string(outputs.size()) + " outputs");
}

/// What follows "key": in a header, from the first place at or after `at`, which moves behind it. Headers are JSON
/// without blanks; use a JSON library where names may hold quotes or backslashes.
std::string after(const std::string& header, const std::string& key, std::size_t& at) {
  const auto found = header.find("\"" + key + "\":", at);
  if (found == std::string::npos) return "";
  const auto begin = found + key.size() + 3;
  const bool quoted = header[begin] == '"';
  at = header.find_first_of(quoted ? "\"" : ",}]", begin + quoted);
  return header.substr(begin + quoted, at - begin - quoted);
}

Bytes take(std::size_t size) {
  Bytes bytes(size, '\0');
  std::cin.read(bytes.data(), static_cast<std::streamsize>(size));
  return bytes;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c < ' ' && c >= 0 ? ' ' : c);
  return out + '"';
}

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string header; std::getline(std::cin, header);) {
    std::size_t at = 0;
    const std::string id = after(header, "id", at);
    const std::string start = "{\"id\":" + id + ",\"status\":";
    if (after(header, "method", at) == "hello") {
      if (after(header, "protocol", at) != "1")
        std::cout << start << R"("failed","message":"this program speaks protocol 1"})" << std::endl;
      else
        std::cout << start << R"("ok","backend":{"name":"my-runtime","version":"0.0.0"}})" << std::endl;
      continue;
    }
    const Bytes model = take(std::stoul(after(header, "model", at)));
    const auto end = header.find("],\"outputs\":[");  // inputs stand before it, names of outputs behind
    std::map<std::string, Bytes> inputs;
    while (header.find("\"name\":", at) < end) {
      const std::string name = after(header, "name", at);
      inputs[name] = take(std::stoul(after(header, "size", at)));
    }
    std::vector<std::string> outputs;
    for (auto from = header.find('"', end + 12); from != std::string::npos; from = header.find('"', from + 1)) {
      const auto to = header.find('"', from + 1);
      outputs.push_back(header.substr(from + 1, to - from - 1));
      from = to;
    }
    try {
      const auto results = run(model, inputs, outputs);
      std::string listed, payload;
      for (std::size_t i = 0; i < results.size(); ++i) {
        listed += (i ? "," : "") + ("{\"name\":" + quoted(outputs[i])) + ",\"size\":" + std::to_string(results[i].size()) + "}";
        payload += results[i];
      }
      std::cout << start << "\"ok\",\"outputs\":[" << listed << "]}\n" << payload << std::flush;
    } catch (const Unsupported& error) {
      std::cout << start << "\"unsupported\",\"message\":" << quoted(error.what()) << "}" << std::endl;
    } catch (const std::exception& error) {
      std::cout << start << "\"failed\",\"message\":" << quoted(error.what()) << "}" << std::endl;
    }
  }
}
