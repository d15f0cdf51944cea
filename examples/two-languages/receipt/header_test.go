package receipt

import "testing"

func TestHeaderIsInTheMiddle(t *testing.T) {
	if got := Header("Tea", 7); got != "  Tea" {
		t.Fatalf("got %q", got)
	}
}
