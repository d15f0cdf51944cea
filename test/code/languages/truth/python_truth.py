"""Prints what `ast` says about Python files: one JSON object a line, for the paths on standard input."""

import ast
import json
import re
import sys
import warnings

warnings.simplefilter("ignore")


def deleted_names(node):
    """The names that a `del` removes."""
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Del)]


class Module(ast.NodeVisitor):
    """The names that the top level of a module binds, in all branches that an import can run."""

    def __init__(self, is_stub):
        self.is_stub = is_stub
        self.bound = {}
        self.listed = None
        self.computed = False
        self.imports = []

    def bind(self, name, kind, node, **more):
        self.bound.setdefault(name, []).append({"kind": kind, "line": node.lineno, **more})

    def targets(self, node):
        if isinstance(node, ast.Name):
            self.bind(node.id, "variable", node)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for element in node.elts:
                self.targets(element)
        elif isinstance(node, ast.Starred):
            self.targets(node.value)

    def named(self, node):
        """The walrus operator binds in the module, also in a comprehension, but not in a lambda."""
        if isinstance(node, ast.Lambda):
            return
        if isinstance(node, ast.NamedExpr):
            self.bind(node.target.id, "variable", node)
        for child in ast.iter_child_nodes(node):
            self.named(child)

    def captured(self, pattern):
        """The names that a pattern of `match` binds."""
        for child in ast.walk(pattern):
            name = getattr(child, "rest", None) if isinstance(child, ast.MatchMapping) else None
            if isinstance(child, (ast.MatchAs, ast.MatchStar)):
                name = child.name
            if name is not None:
                self.bind(name, "variable", child)

    def body(self, statements):
        for statement in statements:
            self.statement(statement)

    def statement(self, node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.named(node.args)
            for one in node.decorator_list + [node.returns]:
                if one is not None:
                    self.named(one)
            self.bind(node.name, "function", node)
        elif isinstance(node, ast.ClassDef):
            for one in node.decorator_list + node.bases + node.keywords:
                self.named(one)
            self.bind(node.name, "class", node)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                marked = self.is_stub and alias.asname == alias.name
                self.bind(name, "import", node, module=alias.name, marked=marked, star=False, whole=True)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            for alias in node.names:
                if alias.name == "*":
                    self.imports.append(module)
                else:
                    marked = alias.asname == alias.name
                    self.bind(alias.asname or alias.name, "import", node, module=module, marked=marked, whole=False)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                self.targets(target)
                if isinstance(target, ast.Name) and target.id == "__all__":
                    self.assign_all(node.value)
            self.named(node.value)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None or self.is_stub:
                self.targets(node.target)
            self.named(node.annotation)
            if node.value is not None:
                self.named(node.value)
            if isinstance(node.target, ast.Name) and node.target.id == "__all__" and node.value is not None:
                self.assign_all(node.value)
        elif isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name) and node.target.id == "__all__":
                self.extend_all(node.value)
        elif isinstance(node, ast.Expr):
            self.call(node.value)
            self.named(node.value)
        elif isinstance(node, ast.If):
            self.named(node.test)
            test = ast.unparse(node.test)
            if test not in ("False", "0", "__name__ == '__main__'"):
                self.body(node.body)
            if test not in ("True", "1"):
                self.body(node.orelse)
        elif isinstance(node, (ast.For, ast.AsyncFor)):
            self.named(node.iter)
            self.targets(node.target)
            self.body(node.body + node.orelse)
        elif isinstance(node, ast.While):
            self.named(node.test)
            self.body(node.body + node.orelse)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self.named(item.context_expr)
                if item.optional_vars is not None:
                    self.targets(item.optional_vars)
            self.body(node.body)
        elif isinstance(node, (ast.Try, getattr(ast, "TryStar", ast.Try))):
            self.body(node.body)
            for handler in node.handlers:
                self.body(handler.body)
            self.body(node.orelse + node.finalbody)
        elif isinstance(node, ast.Match):
            self.named(node.subject)
            for case in node.cases:
                self.captured(case.pattern)
                if case.guard is not None:
                    self.named(case.guard)
                self.body(case.body)
        elif isinstance(node, ast.Delete) and node in self.unconditional:
            for name in deleted_names(node):
                self.bound.pop(name, None)
        elif type(node).__name__ == "TypeAlias":
            self.bind(node.name.id, "type", node)

    def names_of(self, value):
        """The names in a value of `__all__`; None if it is computed."""
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return [value.value]
        if isinstance(value, (ast.List, ast.Tuple, ast.Set)):
            parts = [self.names_of(element) for element in value.elts]
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            parts = [self.names_of(value.left), self.names_of(value.right)]
        elif isinstance(value, ast.Starred):
            return self.names_of(value.value)
        elif isinstance(value, ast.Name) and value.id == "__all__":
            return list(self.listed or [])
        elif isinstance(value, ast.Attribute) and value.attr == "__all__":
            return []
        elif (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Name)
            and value.func.id in ("list", "tuple", "set", "sorted")
            and len(value.args) == 1
        ):
            return self.names_of(value.args[0])
        else:
            return None
        return None if None in parts else [name for part in parts for name in part]

    def assign_all(self, value):
        self.listed = self.names_of(value)
        self.computed = self.listed is None

    def extend_all(self, value):
        names = self.names_of(value)
        if self.computed:
            return
        if names is None:
            self.computed = True
        else:
            self.listed = (self.listed or []) + names

    def call(self, value):
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
            return
        owner = value.func.value
        if not (isinstance(owner, ast.Name) and owner.id == "__all__" and value.args):
            return
        if value.func.attr in ("extend", "append"):
            self.extend_all(value.args[0])
        elif value.func.attr == "remove" and self.listed is not None:
            names = self.names_of(value.args[0]) or []
            self.listed = [name for name in self.listed if name not in names]


def exports_of(module, path):
    if module.listed is not None and not module.computed:
        return sorted(set(module.listed))
    is_package = path.endswith(("/__init__.py", "/__init__.pyi"))
    folders = path.split("/")[:-1]
    names = []
    for name, bindings in module.bound.items():
        if name in ("__all__", "__getattr__", "__dir__"):
            continue
        if name.startswith("_") and not (name.startswith("__") and name.endswith("__") and len(name) > 4):
            continue
        if all(one["kind"] == "import" for one in bindings):
            last = bindings[-1]
            own = last["module"].startswith(".") or last["module"].split(".")[0] in folders
            in_package = is_package and not module.is_stub and not last["whole"] and own
            if not (last["marked"] or in_package):
                continue
        names.append(name)
    return sorted(names)


NEVER_RUN = re.compile(r"(\w+\.)?TYPE_CHECKING|False|0|__name__ == '__main__'")


def functions_of(tree):
    """The functions that the module and its classes have after an import, with their parameters."""
    found = []

    def remove(name):
        found[:] = [one for one in found if one["name"] != name and not one["name"].startswith(f"{name}.")]

    def visit(node, prefix):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and NEVER_RUN.fullmatch(ast.unparse(child.test)):
                visit(ast.Module(child.orelse, []), prefix)
                continue
            if isinstance(node, (ast.Module, ast.ClassDef)):
                if isinstance(child, ast.Delete):
                    for name in deleted_names(child):
                        remove(prefix + name)
                elif isinstance(child, ast.ClassDef):
                    remove(prefix + child.name)
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.append(
                    {
                        "name": prefix + child.name,
                        "line": child.lineno,
                        "decorators": [ast.unparse(one) for one in child.decorator_list],
                        "signature": ("async " if isinstance(child, ast.AsyncFunctionDef) else "")
                        + f"({ast.unparse(child.args)})"
                        + (f" -> {ast.unparse(child.returns)}" if child.returns else ""),
                        "parameters": [one.arg for one in child.args.posonlyargs + child.args.args],
                    }
                )
            elif isinstance(child, ast.ClassDef):
                visit(child, f"{prefix}{child.name}.")
            elif isinstance(child, (ast.stmt, ast.ExceptHandler, getattr(ast, "match_case", ast.stmt))):
                visit(child, prefix)

    visit(tree, "")
    return found


for line in sys.stdin:
    path = line.rstrip("\n")
    with open(path, "rb") as stream:
        source = stream.read()
    result = {"file": path}
    try:
        tree = ast.parse(source, path)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        result["error"] = str(error)
        print(json.dumps(result))
        continue
    try:
        compile(tree, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError) as error:
        result["rejected"] = str(error)
    # Nothing is left of a module that certainly raises an exception.
    result["raises"] = any(isinstance(one, ast.Raise) for one in tree.body)
    module = Module(path.endswith(".pyi"))
    module.unconditional = set(tree.body)
    module.body(tree.body)
    result["exports"] = exports_of(module, path)
    result["computed"] = module.computed
    result["bound"] = module.bound
    result["stars"] = module.imports
    if "--functions" in sys.argv:
        result["functions"] = functions_of(tree)
    print(json.dumps(result))
