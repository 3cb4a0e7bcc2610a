package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

var reads = Object{
	"filesystem": Object{"read": true, "write": false, "delete": false}, "network": false, "subprocess": false,
	"destructive": false, "reversible": true, "idempotent": true,
}
var deletes = Object{
	"filesystem": Object{"read": true, "write": true, "delete": true}, "network": false, "subprocess": false,
	"destructive": true, "reversible": false, "idempotent": false,
}

func main() {
	say := func(command *cobra.Command, args []string) { fmt.Printf("%s %q\n", command.CommandPath(), args) }
	root := &cobra.Command{Use: "shelf", Short: "Keeps things on shelves", Version: "1.4.0"}
	root.PersistentFlags().CountP("verbose", "v", "Says more")
	list := &cobra.Command{Use: "list [shelf]", Short: "Lists what is there", Aliases: []string{"ls"}, Run: say}
	list.Flags().StringP("format", "f", "table", "Form of the output")
	list.Flags().Int("limit", 20, "Most lines")
	box := &cobra.Command{Use: "box", Short: "Boxes on a shelf"}
	drop := &cobra.Command{Use: "drop NAME...", Short: "Throws boxes away", Args: cobra.MinimumNArgs(1), Run: say}
	drop.Flags().String("shelf", "", "Shelf that they are on")
	drop.Flags().StringSlice("label", nil, "Only boxes with this label")
	drop.Flags().Bool("force", false, "Asks nothing")
	if err := drop.MarkFlagRequired("shelf"); err != nil {
		panic(err)
	}
	box.AddCommand(drop)
	root.AddCommand(list, box)

	answered, err := AnswerAgent(root, os.Args[1:], map[string]Object{"list": reads, "box drop": deletes})
	if !answered && err == nil {
		err = root.Execute()
	}
	if err != nil {
		os.Exit(1)
	}
}
