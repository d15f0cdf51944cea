// Command shop prints the receipt of an order.
package main

import (
	"fmt"

	"example.com/shop/receipt"
)

func main() {
	fmt.Println(receipt.Header("Tea shop", 40))
}
