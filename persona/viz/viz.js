"use strict";
(function () {
  // All words of the data enter the page through textContent or the canvas: never as markup.
  const data = JSON.parse(document.getElementById("graph-data").textContent);
  const nodes = new vis.DataSet(data.nodes);
  const edges = new vis.DataSet(data.edges);
  const network = new vis.Network(document.getElementById("graph"), { nodes, edges }, data.options);
  const about = new Map(data.about.map((entry) => [entry.id, entry]));
  const detail = document.getElementById("detail");
  window.network = network;

  function element(tag, text, parent) {
    const made = document.createElement(tag);
    made.textContent = text;
    parent.appendChild(made);
    return made;
  }

  function name(ids) {
    const wanted = new Set(ids);
    edges.update(data.edges.map((edge) => ({ id: edge.id, label: data.named || wanted.has(edge.id) ? edge.name : " " })));
  }

  function show(id) {
    detail.replaceChildren();
    const entry = about.get(id);
    detail.hidden = !entry;
    name(id === undefined ? [] : network.getConnectedEdges(id));
    if (!entry) return;
    element("h2", entry.name, detail);
    element("p", entry.note, detail);
    const list = element("ul", "", detail);
    for (const fact of entry.facts) {
      const item = element("li", fact.text, list);
      for (const quote of fact.quotes) element("q", quote, item);
    }
  }

  function choose(id) {
    network.selectNodes([id]);
    network.focus(id, { scale: Math.max(network.getScale(), 0.8) });
    show(id);
  }

  const top = document.getElementById("top");
  for (const entry of data.about.slice(0, 12)) {
    const item = element("li", "", top);
    const mark = element("i", "", item);
    mark.className = entry.side;
    element("button", entry.name, item).addEventListener("click", () => choose(entry.id));
    element("b", entry.score, item);
  }

  document.getElementById("find").addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    const found = wanted && data.about.find((entry) => entry.name.toLowerCase().includes(wanted));
    if (found) choose(found.id);
  });
  network.on("selectNode", (event) => show(event.nodes[0]));
  network.on("deselectNode", (event) => show(event.nodes[0]));
  network.on("hoverNode", (event) => {
    if (!data.named && !network.getSelectedNodes().length) name(network.getConnectedEdges(event.node));
  });
  // Labels have no size before the first drawing, so only then the whole can be made to fit.
  const fit = () => network.fit({ maxZoomLevel: 1.3 });
  network.once("afterDrawing", fit);
  network.on("resize", () => queueMicrotask(fit)); // vis-network scales once more after the event
})();
