"use strict";

const EXAMPLES = {
  "Pages that mention an organisation":
    'SELECT ?page WHERE {\n  ?organisation a nerd:Organization ; ner:lemma "tartu ülikool" ; ner:mentionedAtSite ?page\n} ORDER BY ?page',
  "All organisations, by the number of pages":
    'SELECT ?name (COUNT(?page) AS ?pages) WHERE {\n  ?organisation ner:orgName ?name ; ner:mentionedAtSite ?page\n} GROUP BY ?name ORDER BY DESC(?pages) ?name LIMIT 100',
  "All people, by the number of pages":
    'SELECT ?name (COUNT(?page) AS ?pages) WHERE {\n  ?person foaf:name ?name ; ner:mentionedAtSite ?page\n} GROUP BY ?name ORDER BY DESC(?pages) ?name LIMIT 100',
  "Places, by the number of pages":
    'SELECT ?name (COUNT(?page) AS ?pages) WHERE {\n  ?place ner:locationName ?name ; ner:mentionedAtSite ?page\n} GROUP BY ?name ORDER BY DESC(?pages) ?name LIMIT 100',
  "Where in the text a name stands, and how its nominative was decided":
    'SELECT ?page ?form ?snippet ?decided ?confidence WHERE {\n  ?entity foaf:name|ner:orgName|ner:locationName "Tartu Ülikool"\n  GRAPH ?evidence {\n    ?mention itsrdf:taIdentRef ?entity ; nif:anchorOf ?form ; ner:snippet ?snippet ;\n      ner:decidedBy ?decided ; itsrdf:taConfidence ?confidence ; nif:referenceContext/dcterms:isVersionOf ?page\n  }\n} ORDER BY ?page',
  "Organisations and places on the same page":
    'SELECT DISTINCT ?organisation ?place ?page WHERE {\n  ?o ner:orgName ?organisation ; ner:mentionedAtSite ?page .\n  ?l ner:locationName ?place ; ner:mentionedAtSite ?page\n} ORDER BY ?organisation ?place LIMIT 200',
};

// The long names of the vocabulary, as people write them.
const PREFIXES = {
  "http://www.estner.ee/estnerd#": "ner:",
  "http://nerd.eurecom.fr/ontology#": "nerd:",
  "http://xmlns.com/foaf/0.1/": "foaf:",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
  "http://www.w3.org/2000/01/rdf-schema#": "rdfs:",
  "http://purl.org/dc/terms/": "dcterms:",
  "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#": "nif:",
};

const element = (id) => document.getElementById(id);

function literal(text) {
  // A SPARQL string: what would end it or begin an escape is escaped.
  return '"' + text.replace(/[\\"\n\r]/g, (c) => ({ "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r" })[c]) + '"';
}

function lookupQuery(name) {
  const forms = [...new Set([name, name.toLowerCase()])].map(literal).join(" ");
  return `SELECT ?type ?name ?page (COUNT(DISTINCT ?mention) AS ?times) (SAMPLE(?snippet) AS ?text) WHERE {
  VALUES ?form { ${forms} }
  ?entity ner:lemma|foaf:name|foaf:familyName|ner:orgName|ner:locationName ?form ;
          a ?type ; foaf:name|ner:orgName|ner:locationName ?name ; ner:mentionedAtSite ?page .
  FILTER(?type IN (nerd:Person, nerd:Organization, nerd:Location))
  OPTIONAL { GRAPH ?evidence {
    ?mention itsrdf:taIdentRef ?entity ; ner:snippet ?snippet ; nif:referenceContext/dcterms:isVersionOf ?page } }
} GROUP BY ?type ?name ?page ORDER BY ?type ?name ?page`;
}

function similarQuery(name) {
  // Estonian endings take the place of the last letters, so names are compared by how their words begin.
  const words = name.toLowerCase().split(" ").map((word) => word.slice(0, Math.max(3, Math.floor(word.length * 0.6))));
  const tests = words.map((word, i) => (i ? `CONTAINS(?low, ${literal(" " + word)})` : `STRSTARTS(?low, ${literal(word)})`));
  return `SELECT DISTINCT ?name WHERE {
  ?entity foaf:name|ner:orgName|ner:locationName ?name BIND(LCASE(?name) AS ?low) FILTER(${tests.join(" && ")})
} ORDER BY STRLEN(?name) ?name LIMIT 8`;
}

async function ask(query) {
  const response = await fetch("sparql", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/sparql-results+json" },
    body: new URLSearchParams({ query }),
  });
  if (!response.ok) throw new Error(await response.text());
  const cut = response.headers.get("X-EstNER-Cut");
  const isTable = response.headers.get("Content-Type").startsWith("application/sparql-results+json");
  return isTable ? { cut, ...(await response.json()) } : { cut, triples: await response.text() };
}

function linkDownloads(query) {
  for (const format of ["csv", "json"]) {
    element(format).href = "sparql?" + new URLSearchParams({ query, format });
  }
}

function short(iri) {
  const known = Object.keys(PREFIXES).find((prefix) => iri.startsWith(prefix));
  return known ? PREFIXES[known] + iri.slice(known.length) : iri;
}

function archived(url) {
  const link = document.createElement("a");
  link.className = "archived";
  link.href = "archive?" + new URLSearchParams({ url });
  link.textContent = "as read";
  link.title = "the copy that was archived when the names were found";
  return link;
}

function cell(value, column) {
  const td = document.createElement("td");
  if (!value) return td;
  const isLink = value.type === "uri" && /^https?:/.test(value.value);
  const inner = document.createElement(isLink ? "a" : "span");
  inner.textContent = isLink ? short(value.value) : value.value;
  if (isLink) {
    inner.href = value.value;
    inner.classList.toggle("address", inner.textContent === value.value);
    inner.rel = "noreferrer nofollow";
  }
  td.append(inner);
  if (isLink && column === "page") td.append(" ", archived(value.value));
  return td;
}

function show(answer) {
  const table = element("result");
  table.replaceChildren();
  if ("triples" in answer) {
    element("message").textContent = answer.cut || "";
    const text = document.createElement("pre");
    text.textContent = answer.triples;
    table.createTBody().insertRow().insertCell().append(text);
    return;
  }
  if ("boolean" in answer) {
    element("message").textContent = answer.boolean ? "Yes." : "No.";
    return;
  }
  const names = answer.head.vars;
  const head = table.createTHead().insertRow();
  for (const name of names) {
    const th = document.createElement("th");
    th.scope = "col";
    th.textContent = name;
    head.append(th);
  }
  const body = table.createTBody();
  for (const row of answer.results.bindings) body.insertRow().append(...names.map((name) => cell(row[name], name)));
}

async function suggest(name) {
  const found = (await ask(similarQuery(name))).results.bindings.map((row) => row.name.value);
  const message = element("message");
  message.textContent = found.length
    ? "No page mentions that form. Names like it: "
    : "No page mentions that name, and no name is like it.";
  for (const one of found) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "suggestion";
    button.textContent = one;
    button.addEventListener("click", () => lookup(one));
    message.append(button, " ");
  }
}

async function lookup(name) {
  element("name").value = name;
  const rows = await run(lookupQuery(name));
  if (rows === 0) await suggest(name);
}

async function run(query) {
  const message = element("message");
  message.className = "";
  message.textContent = "…";
  element("result").replaceChildren();
  element("query").value = query;
  linkDownloads(query);
  const started = performance.now();
  try {
    const answer = await ask(query);
    const rows = answer.results?.bindings.length;
    if (rows !== undefined) {
      message.textContent = `${rows} ${rows === 1 ? "row" : "rows"} in ${Math.round(performance.now() - started)} ms`;
      if (answer.cut) message.textContent += `; there are more: ${answer.cut}`;
    }
    show(answer);
    return rows;
  } catch (error) {
    message.className = "error";
    message.textContent = error.message;
  }
}

element("lookup").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = element("name").value.trim().replace(/\s+/g, " ");
  if (name) lookup(name);
});
element("sparql").addEventListener("submit", (event) => {
  event.preventDefault();
  run(element("query").value);
});
element("query").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) element("sparql").requestSubmit();
});
for (const [title, query] of Object.entries(EXAMPLES)) element("example").add(new Option(title, query));
element("example").addEventListener("change", (event) => {
  element("query").value = event.target.value;
  linkDownloads(event.target.value);
});
element("query").addEventListener("input", (event) => linkDownloads(event.target.value));
element("query").value = Object.values(EXAMPLES)[0];
linkDownloads(element("query").value);

fetch("health")
  .then((response) => response.json())
  .then((health) => {
    element("release").textContent = health.release
      ? `Release ${health.release}`
      : "There is no release yet: trigger initial_rdfize in Airflow.";
  });
