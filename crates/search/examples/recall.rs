//! Recall of the search on a corpus with graded queries.
use std::collections::BTreeMap;
use vetgate_model::{Definition, DefinitionKind};
use vetgate_search::Index;
use serde_json::Value;

fn lines(path: &str) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let dir = &args[1];
    let mut sets: BTreeMap<String, String> = BTreeMap::new();
    for a in &args[2..] { if let Some((k, v)) = a.split_once('=') { sets.insert(k.into(), v.into()); } }
    let show = sets.get("show").cloned();
    for set in ["mcpproxy_golden", "metatool"] {
        let corpus = lines(&format!("{dir}/{set}.corpus.jsonl"));
        let queries = lines(&format!("{dir}/{set}.queries.jsonl"));
        let mut index = Index::new();
        let mut ids = BTreeMap::new();
        for row in &corpus {
            let s = row["server"].as_str().unwrap();
            let n = row["name"].as_str().unwrap();
            ids.insert((s.to_owned(), n.to_owned()), row["tool_id"].as_str().unwrap().to_owned());
            index.insert(&Definition::parse(s, DefinitionKind::Tool, &row.to_string()).unwrap());
        }
        let mut sums: BTreeMap<String, (f64, f64, f64, f64, usize)> = BTreeMap::new();
        let t0 = std::time::Instant::now();
        for q in &queries {
            let text = q["query"].as_str().unwrap();
            let hits: Vec<String> = index.search(text, 10).iter().map(|h| ids[&(h.server.to_string(), h.name.to_string())].clone()).collect();
            let rel: Vec<&String> = q["relevant"].as_object().unwrap().iter().filter(|(_, g)| g.as_i64().unwrap() >= 1).map(|(k, _)| k).collect();
            let r = |k: usize| rel.iter().filter(|id| hits.iter().take(k).any(|h| h == **id)).count() as f64 / rel.len() as f64;
            let mrr = hits.iter().position(|h| rel.iter().any(|r| *r == h)).map_or(0.0, |p| 1.0 / (p as f64 + 1.0));
            let half = rel[0].bytes().map(|b| b as usize).sum::<usize>() % 2;
            for part in ["all".to_owned(), q["kind"].as_str().unwrap().to_owned(), format!("half{half}")] {
                let e = sums.entry(part).or_default();
                e.0 += r(1); e.1 += r(5); e.2 += r(10); e.3 += mrr; e.4 += 1;
            }
            if show.as_deref() == Some(set) && r(5) < 1.0 {
                println!("{text}\n   want {rel:?} got {:?}", &hits[..hits.len().min(5)]);
            }
        }
        let dt = t0.elapsed();
        for (part, e) in sums {
            let n = e.4 as f64;
            println!("{set:16} {part:7} n={:5} R@1 {:.3} R@5 {:.3} R@10 {:.3} MRR {:.3}", e.4, e.0 / n, e.1 / n, e.2 / n, e.3 / n);
        }
        if sets.contains_key("time") { println!("{dt:?}"); }
    }
}
