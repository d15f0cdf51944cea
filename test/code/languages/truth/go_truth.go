// Prints what go/parser says about Go files: one JSON object a line, for the paths on standard input.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/build/constraint"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
)

type declaration struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

type function struct {
	Name      string `json:"name"`
	Line      int    `json:"line"`
	Signature string `json:"signature"`
	HasBody   bool   `json:"hasBody"`
}

type file struct {
	File         string        `json:"file"`
	Error        string        `json:"error,omitempty"`
	Package      string        `json:"package,omitempty"`
	IsIgnored    bool          `json:"isIgnored"`
	Declarations []declaration `json:"declarations"`
	Functions    []function    `json:"functions"`
	Imports      []string      `json:"imports"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	encoder := json.NewEncoder(output)
	for lines.Scan() {
		if err := encoder.Encode(read(lines.Text())); err != nil {
			panic(err)
		}
	}
}

func read(path string) file {
	result := file{File: path, Declarations: []declaration{}, Functions: []function{}, Imports: []string{}}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		result.Error = err.Error()
		return result
	}
	result.Package = tree.Name.Name
	result.IsIgnored = isIgnored(tree)
	add := func(name *ast.Ident, kind string) {
		if name.Name == "_" {
			return
		}
		position := set.PositionFor(name.Pos(), false)
		result.Declarations = append(result.Declarations, declaration{name.Name, kind, position.Line, position.Column})
	}
	for _, one := range tree.Imports {
		path, _ := strconv.Unquote(one.Path.Value)
		result.Imports = append(result.Imports, path)
	}
	for _, one := range tree.Decls {
		switch node := one.(type) {
		case *ast.FuncDecl:
			name := node.Name.Name
			if node.Recv == nil {
				if name != "init" {
					add(node.Name, "function")
				}
			} else if len(node.Recv.List) == 0 {
				continue
			} else {
				name = receiver(node.Recv.List[0].Type) + "." + name
			}
			var text strings.Builder
			format.Node(&text, set, node.Type)
			signature := strings.TrimPrefix(text.String(), "func")
			line := set.PositionFor(node.Name.Pos(), false).Line
			result.Functions = append(result.Functions, function{name, line, signature, node.Body != nil})
		case *ast.GenDecl:
			for _, spec := range node.Specs {
				switch named := spec.(type) {
				case *ast.TypeSpec:
					kind := "type"
					if _, ok := named.Type.(*ast.InterfaceType); ok {
						kind = "interface"
					}
					add(named.Name, kind)
				case *ast.ValueSpec:
					for _, name := range named.Names {
						add(name, node.Tok.String())
					}
				}
			}
		}
	}
	return result
}

func receiver(node ast.Expr) string {
	switch one := node.(type) {
	case *ast.StarExpr:
		return receiver(one.X)
	case *ast.ParenExpr:
		return receiver(one.X)
	case *ast.IndexExpr:
		return receiver(one.X)
	case *ast.IndexListExpr:
		return receiver(one.X)
	case *ast.Ident:
		return one.Name
	}
	return ""
}

// Whether the constraint is false for every choice of tags without "ignore".
func isIgnored(tree *ast.File) bool {
	for _, group := range tree.Comments {
		if group.Pos() >= tree.Package {
			break
		}
		for _, comment := range group.List {
			if !constraint.IsGoBuild(comment.Text) {
				continue
			}
			expression, err := constraint.Parse(comment.Text)
			if err != nil {
				continue
			}
			tags := map[string]bool{}
			expression.Eval(func(tag string) bool { tags[tag] = true; return true })
			expression.Eval(func(tag string) bool { tags[tag] = true; return false })
			delete(tags, "ignore")
			names := []string{}
			for tag := range tags {
				names = append(names, tag)
			}
			for choice := 0; choice < 1<<len(names); choice++ {
				isTrue := expression.Eval(func(tag string) bool {
					for at, name := range names {
						if name == tag {
							return choice&(1<<at) != 0
						}
					}
					return false
				})
				if isTrue {
					return false
				}
			}
			return true
		}
	}
	return false
}
