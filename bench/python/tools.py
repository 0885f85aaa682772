"""Presidio and detect-secrets, set up to find what patterns can find, without a language model."""

import inspect
import logging
import tempfile
from pathlib import Path

import presidio_analyzer.predefined_recognizers as predefined
import spacy
from detect_secrets.core.scan import scan_file
from detect_secrets.settings import default_settings
from presidio_analyzer import AnalyzerEngine, PatternRecognizer, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from spacy.language import Language

logging.disable(logging.WARNING)


@Language.component("words_as_lemmas")
def words_as_lemmas(doc):
    """Presidio compares the lemmas around a value with its context words; without a model the words have to do."""
    for token in doc:
        token.lemma_ = token.text.lower()
    return doc


class Presidio:
    """Every recognizer that works on patterns, of every country, at a score of one half or more."""

    name = "presidio"
    families = {"personal"}
    # What no corpus file is about.
    OTHER = {"URL", "DATE_TIME"}

    def __init__(self):
        engine = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "en"}])
        blank = spacy.blank("en")
        blank.add_pipe("words_as_lemmas")
        blank.max_length = 10_000_000
        engine.nlp = {"en": blank}
        registry = RecognizerRegistry(supported_languages=["en"])
        for _, recognizer in inspect.getmembers(predefined, inspect.isclass):
            if issubclass(recognizer, PatternRecognizer) or recognizer is predefined.PhoneRecognizer:
                registry.add_recognizer(recognizer(supported_language="en"))
        self.analyzer = AnalyzerEngine(registry=registry, nlp_engine=engine, supported_languages=["en"])

    def find(self, text):
        found = self.analyzer.analyze(text, language="en", score_threshold=0.5)
        return [(text[f.start : f.end], "other" if f.entity_type in self.OTHER else "personal") for f in found]


class DetectSecrets:
    """All plugins and filters of its defaults, over a file as its command line reads it."""

    name = "detect-secrets"
    families = {"secret"}

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()

    def find(self, text):
        file = Path(self.folder.name) / "text.txt"
        file.write_text(text)
        with default_settings():
            return [(secret.secret_value or "", "secret") for secret in scan_file(str(file))]
