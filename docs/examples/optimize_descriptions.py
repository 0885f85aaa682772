#!/usr/bin/env python3
"""Improves tool descriptions for tool search: an example of an optimizer that uses `vetgate eval retrieval` as its fitness.

    python3 docs/examples/optimize_descriptions.py --corpus datasets/corpus_v2.json --golden datasets/retrieval_golden_v2.json

Each step proposes another description for one tool, asks Vetgate for the figures of the whole corpus, and keeps the proposal
if the fitness (mean nDCG@10) rises. The proposals here are simple edits of what the tool already says about itself; a real
optimizer would ask a model for them, and would keep a part of the queries apart to measure on.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile


def evaluate(vetgate, corpus, golden):
    """The report of `vetgate eval retrieval` for these tools; contracts/retrieval_report.schema.json says what is in it."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump(corpus, file)
    try:
        command = [vetgate, "eval", "retrieval", "--no-gate", "--format", "json", "--corpus", file.name, "--golden", golden]
        done = subprocess.run(command, capture_output=True, text=True)
    finally:
        os.unlink(file.name)
    if done.returncode != 0:
        sys.exit(f"optimize_descriptions: vetgate ended with {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def proposals(tool):
    """Other descriptions of a tool, made of what it says about itself."""
    words = lambda name: name.replace("_", " ").replace("-", " ")
    description, parameters = tool["description"], tool["schema"].get("properties", {})
    yield f"{description} {words(tool['tool'])}."
    yield f"{description} Takes {', '.join(words(name) for name in parameters)}." if parameters else description
    said = [value["description"] for value in parameters.values() if isinstance(value.get("description"), str)]
    yield f"{description} {' '.join(said)}" if said else description


def weakest(report, tools):
    """Tools that a query asks for and does not find, the worst query first."""
    for query in sorted(report["per_query"], key=lambda query: (query["ndcg_at_10"], query["id"])):
        for tool_id in query["missed"]:
            if tool_id in tools:
                yield tool_id


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", required=True, help="tools, in the form of contracts/tool_corpus.schema.json")
    parser.add_argument("--golden", required=True, help="queries, in the form of contracts/retrieval_golden.schema.json")
    parser.add_argument("--steps", type=int, default=10, help="number of evaluations (default: 10)")
    parser.add_argument("--vetgate", default="vetgate", help="the program (default: vetgate)")
    parser.add_argument("--output", help="file for the improved corpus")
    arguments = parser.parse_args()

    with open(arguments.corpus) as file:
        corpus = json.load(file)
    tools = {tool["tool_id"]: tool for tool in corpus["tools"]}
    best = evaluate(arguments.vetgate, corpus, arguments.golden)
    fitness = start = best["metrics"]["ndcg_at_10"]
    print(f"start: nDCG@10 {start:.4f}")

    steps = 0
    for tool_id in list(dict.fromkeys(weakest(best, tools))):
        for proposal in proposals(tools[tool_id]):
            if steps == arguments.steps:
                break
            kept, tools[tool_id]["description"] = tools[tool_id]["description"], proposal
            if proposal == kept:
                continue
            steps += 1
            report = evaluate(arguments.vetgate, corpus, arguments.golden)
            reached = report["metrics"]["ndcg_at_10"]
            if reached > fitness:
                fitness = reached
                print(f"step {steps}: {tool_id}: nDCG@10 {fitness:.4f}")
            else:
                tools[tool_id]["description"] = kept

    print(f"end: nDCG@10 {fitness:.4f} after {steps} evaluations, {fitness - start:+.4f}")
    if arguments.output:
        with open(arguments.output, "w") as file:
            json.dump(corpus, file, ensure_ascii=False, indent=2)


if __name__ == "__main__":
    main()
