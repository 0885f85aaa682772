
(() => {
  const form = document.getElementById("filter");
  const search = document.getElementById("search");
  const shown = document.getElementById("shown");
  const cards = [...document.querySelectorAll("article.card")].map((card) => ({
    card,
    severity: card.dataset.severity,
    text: card.textContent.toLowerCase(),
  }));
  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = new Set([...form.querySelectorAll("input:checked")].map((box) => box.value));
    let count = 0;
    for (const { card, severity, text } of cards) {
      const fits = wanted.has(severity) && words.every((word) => text.includes(word));
      card.hidden = !fits;
      count += fits ? 1 : 0;
    }
    for (const group of document.querySelectorAll("section.group")) {
      group.hidden = !group.querySelector("article:not([hidden])");
    }
    shown.textContent = count === cards.length ? `All ${count} shown` : `${count} of ${cards.length} shown`;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  apply();
})();
