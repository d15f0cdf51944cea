// Package receipt formats receipts.
package receipt

import "strings"

// Header is the first line of a receipt: the name of the shop in the middle.
func Header(name string, width int) string {
	space := width - len(name)
	if space < 2 {
		return name
	}
	return strings.Repeat(" ", space/2) + name
}
