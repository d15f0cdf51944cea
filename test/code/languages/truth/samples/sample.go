// Package sample has many forms of declarations.

//go:build linux || !ignore

package sample

import (
	"fmt"
	. "strings"
	_ "embed"; alias "math"
)
import `os`

// First is a constant (with a } in its comment).
const First, second = iota, "}"
const (
	Third = iota + 1 /* { */
	_
	Fourth
)

var Sum = 1 +
	2; var rune_, Other = '{', `
func Inside() {}
`
var (
	Table = map[string]struct{ Name string }{
		"\"": {"}"},
	}
	handler func(int) (string, error) = nil
)

type (
	List[T any, U ~[]T] struct {
		*Base
		items []T `json:"}"`
		other interface{ Hidden() }
	}
	Alias = map[string]List[int, []int]
	Array [First]interface{ Hidden() }
)
type Reader[T fmt.Stringer] interface {
	Read(p []byte) (n int, err error)
	~int | ~string
}
type Base struct{}

func init() {}
func _()    {}

// Slug joins words.
func Slug(text, sep string, more ...int) (result string, err error) {
	if text[0] == '"' {
		return "{", nil
	}
	label:
	for {
		break label
	}
	return alias.Inf(1), os.ErrExist
}
func external(a int) chan<- func(int) (bool, error)
func (*Base) Close() func(context int, more ...string) (bool, error) { return nil }
func (l List[T, U]) Add(item T, more map[string]func()) interface{}  { return func() { fmt.Println(l) } }
func Generic[T any, U interface {
	~[]T
	Len() int
}](values U, more struct {
	A int
	B string
}) T { panic(1) }
