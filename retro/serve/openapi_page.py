"""The OpenAPI document as a page to read: paths, parameters, bodies and answers, without scripts and other sites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

_HEAD = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of retro</title>
<link rel="icon" href="/page/icon.svg">
<link rel="stylesheet" href="/page/page.css">
</head>
<body>
<main class="home api">
"""
Schema = Mapping[str, Any]


def page(document: Mapping[str, Any]) -> str:
    """The document of `retro.serve.openapi` as HTML."""
    about, schemas = document["info"], document["components"]["schemas"]
    operations = [(path, *each) for path, methods in document["paths"].items() for each in methods.items()]
    answers = operations[0][2]["responses"].items()
    errors = [(status, "", each["description"]) for status, each in answers if status != "200"]
    parts = [
        _HEAD,
        f"<h1>{escape(about['title'])} {escape(about['version'])}: API</h1>",
        f'<p class="lead">{escape(about["description"])}</p>',
        '<p>For people: <a href="/">the page</a>. For programs: <a href="openapi.json">openapi.json</a>. Below, each'
        " path opens, and each name of a type leads to its fields.</p>",
        *(_operation(*each) for each in operations),
        "<h2>Types</h2>",
        *(_type(name, schema) for name, schema in schemas.items()),
        "<h2>Errors</h2>",
        _table("status", errors),
        "</main></body></html>\n",
    ]
    return "\n".join(parts)


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> str:
    name = operation["operationId"]
    query = [each for each in operation["parameters"] if each["in"] == "query"]
    rows = [(each["name"], _kind(each["schema"]), each["description"]) for each in query]
    body = operation.get("requestBody")
    ((kind, answer),) = operation["responses"]["200"]["content"].items()
    lines = []
    if rows:
        lines.append(_table("parameter", rows))
    if body:
        lines.append(f"<p>Body: {_kind(body['content']['application/json']['schema'])}</p>")
    returned = _kind(answer["schema"]) if kind == "application/json" else escape(kind)
    lines.append(f"<p>Answer: {returned}. {escape(operation['description'])}</p>")
    title = f'<span class="method">{method.upper()}</span> <code>{escape(path)}</code>'
    what = f"<small>{escape(operation['summary'])}</small>"
    return f'<details class="card" id="{name}"><summary>{title} {what}</summary>{"".join(lines)}</details>'


def _type(name: str, schema: Schema) -> str:
    required = schema.get("required", ())
    rows = [
        (field + ("" if field in required else "?"), _kind(each), each.get("description", ""))
        for field, each in schema.get("properties", {}).items()
    ]
    return f'<section id="type-{name}"><h3>{escape(name)}</h3>{_table("field", rows)}</section>'


def _kind(schema: Schema) -> str:
    """A schema in words, as HTML: the types of JSON, and links to types with fields."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#type-{name}">{escape(name)}</a>'
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    if "oneOf" in schema:
        return " | ".join(map(_kind, schema["oneOf"]))
    kind = schema.get("type", "anything")
    kinds = [kind] if isinstance(kind, str) else kind
    return " | ".join(_plain(each, schema) for each in kinds)


def _plain(kind: str, schema: Schema) -> str:
    if kind == "array" and "items" in schema:
        return f"list of {_kind(schema['items'])}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_kind(schema['additionalProperties'])}"
    low, high = schema.get("minimum"), schema.get("maximum")
    if kind == "integer" and low is not None:
        return f"integer from {low}" + ("" if high is None else f" to {high}")
    return escape(kind)


def _table(what: str, rows: Iterable[tuple[str, str, str]]) -> str:
    """A table of a name, which is that of ``what``, a type as HTML, and a description."""
    titles = f'<th scope="col">{what}</th><th scope="col"></th><th scope="col"></th>'
    lines = (
        f"<tr><td><code>{escape(name)}</code></td><td>{kind}</td><td>{escape(text)}</td></tr>"
        for name, kind, text in rows
    )
    return f'<div class="scroll"><table><thead><tr>{titles}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
