// pip: ogdf-wheel==2025.10
// OGDF, through the library and headers in its wheel: FastMultipoleEmbedder (fme; Barnes-Hut's tree with multipoles, one
// iteration is repulsion and springs once), the multilevel method built on it (fmme), FMMMLayout (fmmm; high-level options,
// BeautifulAndFast), PivotMDS (pmds; 250 pivots, its default) and StressMinimization (stress; 200 iterations from PivotMDS, its
// default). In the plane only. The protocol is README.md's; its requests are flat, so looking for a key is
// all the JSON this has to read.
#include <ogdf/basic/GraphAttributes.h>
#include <ogdf/basic/basic.h>
#include <ogdf/energybased/FMMMLayout.h>
#include <ogdf/energybased/FastMultipoleEmbedder.h>
#include <ogdf/energybased/PivotMDS.h>
#include <ogdf/energybased/StressMinimization.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

namespace {

// What follows `"key":` in a request, "" when there is no such key or it is null.
std::string value(const std::string &request, const std::string &key) {
	size_t at = request.find("\"" + key + "\":");
	if (at == std::string::npos) return "";
	at = request.find_first_not_of(" [", at + key.size() + 3);
	if (request[at] == '"') return request.substr(at + 1, request.find('"', at + 1) - at - 1);
	if (request.compare(at, 4, "null") == 0) return "";
	return request.substr(at, request.find_first_of("}]", at) - at);  // numbers end where std::stoi stops reading
}

double peakMegabytes() {
	std::ifstream status("/proc/self/status");
	for (std::string word; status >> word;) {
		double kilobytes;
		if (word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
	}
	return 0;
}

struct Drawing {
	ogdf::Graph graph;
	std::vector<ogdf::node> nodes;
	ogdf::GraphAttributes attributes;

	explicit Drawing(const std::string &request) : attributes(graph) {
		for (int i = std::stoi(value(request, "nodes")); i > 0; --i) nodes.push_back(graph.newNode());
		std::ifstream edges(value(request, "edges"));
		for (size_t a, b; edges >> a >> b;) graph.newEdge(nodes.at(a), nodes.at(b));
		place(request);
	}

	void place(const std::string &request) {
		std::ifstream start(value(request, "start"));
		for (ogdf::node v : nodes) {
			double x = 0, y = 0;
			start >> x >> y;
			attributes.x(v) = x;
			attributes.y(v) = y;
		}
	}

	void save(const std::string &path) const {
		std::ofstream file(path);
		file << std::setprecision(9);
		for (ogdf::node v : nodes) file << attributes.x(v) << ' ' << attributes.y(v) << '\n';
	}
};

// Milliseconds of a layout in `count` iterations, its own number when that is 0.
double run(const std::string &request, Drawing &drawing, int count) {
	const std::string method = value(request, "method");
	const int threads = std::stoi(value(request, "threads"));
	ogdf::setSeed(std::stoi(value(request, "seed")));
	std::srand(std::stoi(value(request, "seed")));
	const auto start = std::chrono::steady_clock::now();
	if (method == "fme") {
		ogdf::FastMultipoleEmbedder layout;
		layout.setNumberOfThreads(threads);
		layout.setRandomize(value(request, "start").empty());
		if (count > 0) {
			layout.setNumIterations(count);
			layout.setDefaultEdgeLength(30);
		}
		layout.call(drawing.attributes);
	} else if (method == "fmme") {
		ogdf::FastMultipoleMultilevelEmbedder layout;
		layout.maxNumThreads(threads);
		layout.call(drawing.attributes);
	} else if (method == "pmds") {
		ogdf::PivotMDS layout;
		layout.call(drawing.attributes);
	} else if (method == "stress") {
		ogdf::StressMinimization layout;
		layout.call(drawing.attributes);
	} else {
		ogdf::FMMMLayout layout;
		layout.useHighLevelOptions(true);
		layout.randSeed(std::stoi(value(request, "seed")));
		layout.call(drawing.attributes);
	}
	return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double measure(const std::string &request, Drawing &drawing) {
	const std::string counts = value(request, "iterations");
	if (counts.empty()) return run(request, drawing, 0);
	// Of two runs from the same start, one longer: what both do before the first iteration cancels.
	const int few = std::stoi(counts), many = std::stoi(counts.substr(counts.find(',') + 1));
	const double before = run(request, drawing, few);
	drawing.place(request);
	return (run(request, drawing, many) - before) / (many - few);
}

}  // namespace

int main() {
	for (std::string request; std::getline(std::cin, request);) {
		Drawing drawing(request);
		const double base = peakMegabytes();
		const std::clock_t before = std::clock();
		const double ms = measure(request, drawing);
		const double spent = 1e3 * (std::clock() - before) / CLOCKS_PER_SEC;
		if (!value(request, "save").empty()) drawing.save(value(request, "save"));
		const std::string method = value(request, "method");
		const std::string threads = method == "fme" || method == "fmme" ? value(request, "threads") : "1";
		std::cout << "{\"version\": \"2025.10\", \"threads\": " << std::stoi(threads) << ", \"ms\": [" << ms << "], \"cpu_ms\": [" << spent << "], \"base_mb\": " << base
			  << ", \"peak_mb\": " << peakMegabytes() << "}" << std::endl;
	}
}
