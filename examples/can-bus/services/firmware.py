#!/usr/bin/env python3
"""The domain service of the firmware: a domain service without any library.

It reads C headers. A comment in front of a constant marks it as a value of an interface:

    /* @interface can-bus.bitrate @unit kbit/s */
    #define CAN_BITRATE 500

and a comment in front of constants with a common prefix marks them as the properties of a message:

    /* @message can-bus.engine_status */
    #define ENGINE_STATUS_PAYLOAD 8      /* @property payload @unit byte */
    #define ENGINE_STATUS_CYCLE_TIME 10  /* @property cycle_time @unit ms */
"""

import json
import os
import re
import sys

API_VERSION = 1
DOMAIN = "firmware"
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
UNSUPPORTED_API_VERSION = 1001

DEFINE = re.compile(r"^\s*#define\s+(?P<name>[A-Za-z_]\w*)\s+(?P<rest>.*?)\s*$")
COMMENT = re.compile(r"/\*(?P<text>.*?)\*/|//(?P<line>.*)$")
TAG = re.compile(r"@(?P<tag>interface|message|property|unit)\s+(?P<value>[^\s@*]+)")
NUMBER = re.compile(r"^\(?(?P<number>[-+]?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?))(?P<suffix>[uUlLfF]*)\)?$")


class ServiceError(Exception):
    """An error that the client receives as the answer of its request."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.code = code
        self.data = data


def read_message(stream):
    """Reads one message; None at the end of the input."""
    length = None
    while True:
        line = stream.readline()
        if line == b"":
            return None
        if line in (b"\r\n", b"\n"):
            break
        name, _, value = line.decode("ascii").partition(":")
        if name.lower() == "content-length":
            length = int(value)
    return json.loads(stream.read(length).decode("utf-8"))


def write_message(stream, message):
    body = json.dumps(message).encode("utf-8")
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()


def parse_number(text):
    """The number of a constant; None if it is an expression or a text."""
    match = NUMBER.match(text.strip())
    if match is None:
        return None
    number = match.group("number")
    if number.lower().lstrip("+-").startswith("0x"):
        return int(number, 16)
    return float(number) if re.search(r"[.eE]", number) else int(number)


def parse_header(text):
    """The marked constants of a header, and the diagnostics of its marks."""
    values, messages, problems = [], [], []
    message, pending = None, None
    for line_number, line in enumerate(text.splitlines(), start=1):
        tags = {}
        for comment in COMMENT.finditer(line):
            for tag in TAG.finditer(comment.group("text") or comment.group("line") or ""):
                tags[tag.group("tag")] = tag.group("value")
        define = DEFINE.match(line)
        if define is None:
            if "message" in tags:
                message = {"target": tags["message"], "line": line_number, "properties": {}}
                messages.append(message)
            pending = tags if "interface" in tags else None
            if not line.strip():
                message = None
            continue
        constant = COMMENT.sub("", define.group("rest")).strip()
        number = parse_number(constant)
        mark = tags if "interface" in tags else pending
        pending = None
        is_property = "property" in tags and message is not None
        if number is None and (mark or is_property):
            problems.append((line_number, "%s is not a number: %s" % (define.group("name"), constant or "nothing")))
            continue
        if mark:
            values.append({"target": mark["interface"], "value": number, "unit": mark.get("unit"), "line": line_number})
        elif is_property:
            quantity = {"value": number}
            if "unit" in tags:
                quantity["unit"] = tags["unit"]
            message["properties"][tags["property"]] = quantity
        elif "property" in tags:
            problems.append((line_number, "@property has no @message before it"))
    return values, messages, problems


def read_artifact(root, artifact):
    """The text of an artifact; None if it does not exist."""
    try:
        with open(os.path.join(root, artifact), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def list_headers(root):
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "node_modules")
        for name in sorted(files):
            if name.endswith(".h"):
                found.append(os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/"))
    return found


def handshake(params):
    if params["apiVersion"] != API_VERSION:
        raise ServiceError(
            UNSUPPORTED_API_VERSION,
            "API version %s is not supported." % params["apiVersion"],
            {"apiVersions": [API_VERSION]},
        )
    return {
        "apiVersion": API_VERSION,
        "domain": DOMAIN,
        "name": "CAN firmware",
        "version": "1.0.0",
        "artifacts": ["firmware/**/*.h"],
        "capabilities": ["validate", "extract_interfaces"],
        "interfaceVersions": {"can-bus": [1]},
    }


def health(params):
    return {"status": "ok"}


def validate(params):
    diagnostics = []
    for artifact in params["artifacts"]:
        text = read_artifact(params["root"], artifact)
        if text is None or not artifact.endswith(".h"):
            continue
        if "#ifndef" not in text and "#pragma once" not in text:
            diagnostics.append(
                {
                    "artifact": artifact,
                    "location": {"line": 1},
                    "severity": "warning",
                    "category": "include-guard",
                    "message": "The header has no include guard.",
                }
            )
        for line, message in parse_header(text)[2]:
            diagnostics.append(
                {
                    "artifact": artifact,
                    "location": {"line": line},
                    "severity": "error",
                    "category": "interface-value",
                    "message": message,
                }
            )
    return {"diagnostics": diagnostics}


def extract_interfaces(params):
    ids = sorted((query["id"] for query in params["interfaces"]), key=len, reverse=True)
    interfaces = {}

    def place(target):
        """The entry of the interface of a mark, and the name after it."""
        for known in ids:
            if target.startswith(known + "."):
                entry = interfaces.setdefault(known, {"id": known, "values": [], "messages": []})
                return entry, target[len(known) + 1 :]
        return None, None

    for artifact in list_headers(params["root"]):
        text = read_artifact(params["root"], artifact)
        if text is None:
            continue
        values, messages, _ = parse_header(text)
        for value in values:
            entry, name = place(value["target"])
            if entry is None:
                continue
            extracted = {"parameter": name, "value": value["value"]}
            if value["unit"] is not None:
                extracted["unit"] = value["unit"]
            extracted["location"] = {"artifact": artifact, "line": value["line"]}
            entry["values"].append(extracted)
        for message in messages:
            entry, name = place(message["target"])
            if entry is None:
                continue
            entry["messages"].append(
                {
                    "name": name,
                    "properties": message["properties"],
                    "location": {"artifact": artifact, "line": message["line"]},
                }
            )
    return {"interfaces": [interfaces[key] for key in sorted(interfaces)]}


METHODS = {
    "handshake": handshake,
    "health": health,
    "validate": validate,
    "extract_interfaces": extract_interfaces,
}


def answer(request):
    method = METHODS.get(request["method"])
    if method is None:
        raise ServiceError(METHOD_NOT_FOUND, "The service %s has no method %s." % (DOMAIN, request["method"]))
    try:
        return method(request.get("params") or {})
    except KeyError as error:
        raise ServiceError(INVALID_PARAMS, "The parameter %s is missing." % error)


def main():
    output = sys.stdout.buffer
    # Only messages may be written to standard output. Everything that is printed goes to standard error.
    sys.stdout = sys.stderr
    while True:
        request = read_message(sys.stdin.buffer)
        if request is None:
            return
        if "id" not in request:
            continue  # A notification such as $/cancelRequest. Each answer here takes milliseconds.
        response = {"jsonrpc": "2.0", "id": request["id"]}
        try:
            response["result"] = answer(request)
        except ServiceError as error:
            response["error"] = {"code": error.code, "message": str(error)}
            if error.data is not None:
                response["error"]["data"] = error.data
        except Exception as error:  # The client must learn about every failure.
            response["error"] = {"code": INTERNAL_ERROR, "message": "%s: %s" % (type(error).__name__, error)}
        write_message(output, response)


if __name__ == "__main__":
    main()
