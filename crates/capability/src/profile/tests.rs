//! Which tags of which tools make a combination.

use super::*;
use crate::Role;
use crate::fixture::{server, taking, tool, tool_at};
use proptest::prelude::*;

fn rationales(tools: Vec<Classification>) -> Vec<String> {
    Profile::of("s", tools).overbroad_combinations.into_iter().map(|combination| combination.rationale).collect()
}

#[test]
fn every_row_of_the_table_is_found_with_both_tags_and_silent_with_one() {
    for row in combinations::TABLE {
        let full = |tag| {
            let roles = [("path", Role::Path, Level::High), ("content", Role::Content, Level::High)];
            taking(tool(Tag::name(tag), &[tag]), &roles)
        };
        let [one, other] = row.tags.map(full);
        assert!(rationales(vec![one.clone(), other.clone()]).contains(&row.id.to_owned()), "{}", row.id);
        assert_eq!(rationales(vec![one]), [""; 0], "{}", row.id);
        assert_eq!(rationales(vec![other]), [""; 0], "{}", row.id);
    }
}

#[test]
fn one_tool_with_both_tags_is_a_combination_and_is_listed_once() {
    let profile = Profile::of("s", vec![tool("code_review", &[Tag::FsRead, Tag::NetEgress])]);
    assert_eq!(profile.overbroad_combinations[0].tools, ["code_review"]);
    assert_eq!(profile.overbroad_combinations[0].risk(), Some("Files can be read and sent out over the network."));
}

#[test]
fn a_name_that_is_declared_twice_is_listed_once() {
    let profile =
        Profile::of("s", vec![tool("a", &[Tag::FsRead]), tool("b", &[Tag::NetEgress]), tool("a", &[Tag::FsRead])]);
    assert_eq!(profile.overbroad_combinations[0].tools, ["a", "b"]);
}

#[test]
fn all_combinations_are_those_of_the_tags_alone() {
    let weather = taking(tool("weather", &[Tag::NetEgress]), &[]);
    let bound = vec![tool("read", &[Tag::FsRead]), weather];
    let strict = Profile::of("s", bound);
    assert!(strict.overbroad_combinations.is_empty(), "a request without free text carries no file out");
    let all = strict.with_all_combinations();
    assert_eq!(all.overbroad_combinations[0].rationale, "exfil_pair");
    let parts = all.parts(&all.overbroad_combinations[0]);
    assert_eq!(parts[0], (Tag::FsRead, vec!["read".to_owned()]));
    assert_eq!(parts[1], (Tag::NetEgress, vec!["weather".to_owned()]));
}

#[test]
fn low_labels_make_no_combination_and_inferred_ones_do() {
    let with = |level| vec![tool_at("a", &[(Tag::FsRead, level)]), tool("b", &[Tag::NetEgress])];
    assert_eq!(rationales(with(Level::Low)), [""; 0]);
    assert_eq!(rationales(with(Level::Inferred)), ["exfil_pair"]);
    assert_eq!(Profile::of("s", with(Level::Low)).server_capability_set, [Tag::NetEgress]);
    assert_eq!(Profile::of("s", with(Level::Low)).heat(Tag::FsRead), Some((0, Level::Low)));
}

#[test]
fn only_a_caller_who_chooses_the_file_and_what_goes_into_it_can_modify_code() {
    let fetch = tool("fetch", &[Tag::NetEgress]);
    let write = |roles: &[(&str, Role, Level)]| vec![fetch.clone(), taking(tool("write", &[Tag::FsWrite]), roles)];
    let path = ("path", Role::Path, Level::High);
    for (roles, found) in [
        (&[path, ("content", Role::Content, Level::Medium)][..], true),
        (&[path, ("source", Role::Url, Level::Medium)], true),
        (&[path, ("content", Role::Content, Level::Low)], false),
        (&[path], false),
        (&[("content", Role::Content, Level::High)], false),
        (&[], false),
    ] {
        assert_eq!(!rationales(write(roles)).is_empty(), found, "{roles:?}");
    }
    let saves = tool("download", &[Tag::FsWrite, Tag::NetEgress]);
    let saves = taking(saves, &[path, ("url", Role::Url, Level::High)]);
    assert_eq!(rationales(vec![saves]), ["self_modification"]);
}

#[test]
fn a_profile_serializes_to_the_object_of_the_report() {
    let json = serde_json::to_value(server("dev", &[Tag::FsRead, Tag::NetEgress])).unwrap();
    assert_eq!(json["server_capability_set"], serde_json::json!(["fs_read", "net_egress"]));
    assert_eq!(
        json["overbroad_combinations"],
        serde_json::json!([
            { "tags": ["fs_read", "net_egress"], "tools": ["fs_read", "net_egress"], "rationale": "exfil_pair" }
        ])
    );
    assert_eq!(serde_json::from_value::<Profile>(json).unwrap(), server("dev", &[Tag::FsRead, Tag::NetEgress]));
}

proptest! {
    #[test]
    fn the_order_of_the_tools_changes_only_the_order_of_their_names(
        tags in prop::collection::vec(prop::collection::btree_set(prop::sample::select(&Tag::ALL), 0..4), 0..8),
    ) {
        let tools: Vec<Classification> = tags
            .iter()
            .enumerate()
            .map(|(index, tags)| tool(&index.to_string(), &tags.iter().copied().collect::<Vec<_>>()))
            .collect();
        let forward = Profile::of("s", tools.clone());
        let backward = Profile::of("s", tools.into_iter().rev().collect());
        prop_assert_eq!(&forward.server_capability_set, &backward.server_capability_set);
        let sorted = |profile: Profile| -> Vec<Combination> {
            let sort = |mut combination: Combination| { combination.tools.sort(); combination };
            profile.overbroad_combinations.into_iter().map(sort).collect()
        };
        for combination in &forward.overbroad_combinations {
            prop_assert!(combination.tags.iter().all(|tag| forward.server_capability_set.contains(tag)));
        }
        prop_assert_eq!(sorted(forward), sorted(backward));
    }
}
