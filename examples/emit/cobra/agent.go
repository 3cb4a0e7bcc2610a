// Lets a program of cobra answer --agent with ATIP: what cobra knows, and the effects that you state.
package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Object is a value of the document.
type Object = map[string]interface{}

// AnswerAgent writes the document of a program when its first word is --agent, and says whether it did.
// Effects have the words of their command as key: "remote add"; "" is the program itself.
func AnswerAgent(root *cobra.Command, args []string, effects map[string]Object) (bool, error) {
	if len(args) == 0 || args[0] != "--agent" {
		return false, nil
	}
	writer := json.NewEncoder(os.Stdout)
	writer.SetEscapeHTML(false)
	writer.SetIndent("", "  ")
	return true, writer.Encode(describe(root, effects))
}

func describe(root *cobra.Command, effects map[string]Object) Object {
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	commands := Object{}
	describeBelow(root, "", commands, effects)
	return Object{
		"atip": Object{"version": "0.4"}, "name": root.Name(), "version": root.Version, "description": root.Short,
		"trust": Object{"source": "native"}, "commands": commands, "x-end-of-options": true,
	}
}

// describeBelow adds a command's own entry, where it does something itself, and those of its commands.
func describeBelow(command *cobra.Command, path string, into Object, effects map[string]Object) {
	if command.Runnable() {
		into[""] = describeCommand(command, path, effects)
	}
	for _, child := range command.Commands() {
		if child.Hidden || child.Name() == "help" || child.Name() == "completion" {
			continue
		}
		words := strings.TrimSpace(path + " " + child.Name())
		if !child.HasSubCommands() {
			into[child.Name()] = describeCommand(child, words, effects)
			continue
		}
		below := Object{}
		describeBelow(child, words, below, effects)
		into[child.Name()] = marked(child, Object{"description": child.Short, "commands": below})
	}
}

func describeCommand(command *cobra.Command, path string, effects map[string]Object) Object {
	found := Object{"description": command.Short}
	if arguments := argumentsOf(command.Use); len(arguments) > 0 {
		found["arguments"] = arguments
	}
	options := []Object{}
	add := func(flag *pflag.Flag) {
		if !flag.Hidden && flag.Name != "help" && flag.Name != "version" {
			options = append(options, describeFlag(flag))
		}
	}
	// cobra takes the flags of the groups above behind the command as well.
	command.LocalFlags().VisitAll(add)
	command.InheritedFlags().VisitAll(add)
	if len(options) > 0 {
		found["options"] = options
	}
	if own, ok := effects[path]; ok {
		found["effects"] = own
	}
	return marked(command, found)
}

func marked(command *cobra.Command, found Object) Object {
	if len(command.Aliases) > 0 {
		found["x-aliases"] = command.Aliases
	}
	if command.Deprecated != "" {
		found["x-deprecated"] = true
	}
	return found
}

// argumentsOf reads a usage line: "add TEXT...", "get <name> [file]". cobra knows no more of arguments.
func argumentsOf(use string) []Object {
	arguments := []Object{}
	for _, word := range strings.Fields(use)[1:] {
		name := strings.ToLower(strings.Trim(strings.ReplaceAll(word, "...", ""), "[]<>"))
		if name == "" || name == "flags" || strings.HasPrefix(name, "-") {
			continue
		}
		argument := Object{"name": name, "type": "string", "description": ""}
		if strings.HasPrefix(word, "[") {
			argument["required"] = false
		}
		if strings.Contains(word, "...") {
			argument["variadic"] = true
		}
		arguments = append(arguments, argument)
	}
	return arguments
}

var numeric = regexp.MustCompile(`^u?int\d*$`)
var secret = regexp.MustCompile(`(?i)pass|secret|token|key|credential`)

func describeFlag(flag *pflag.Flag) Object {
	flags := []string{"--" + flag.Name}
	if flag.Shorthand != "" {
		flags = append([]string{"-" + flag.Shorthand}, flags...)
	}
	found := Object{"name": flag.Name, "flags": flags, "type": "string", "description": flag.Usage}
	number, err := strconv.ParseFloat(flag.DefValue, 64)
	switch kind := flag.Value.Type(); {
	case kind == "bool":
		found["type"] = "boolean"
	case kind == "count":
		found["type"], found["x-count"] = "integer", true
	case numeric.MatchString(kind) || kind == "float32" || kind == "float64":
		found["type"] = "integer"
		if strings.HasPrefix(kind, "float") {
			found["type"] = "number"
		}
		if err == nil && number != 0 {
			found["default"] = number
		}
	case strings.HasSuffix(kind, "Slice") || strings.HasSuffix(kind, "Array"):
		found["type"] = "array"
	case flag.DefValue != "" && !secret.MatchString(flag.Name) && !strings.HasPrefix(flag.DefValue, home()):
		found["default"] = flag.DefValue
	}
	if flag.NoOptDefVal != "" && found["type"] == "string" {
		found["x-optional-value"] = true
	}
	if _, required := flag.Annotations[cobra.BashCompOneRequiredFlag]; required {
		found["required"] = true
	}
	if flag.Deprecated != "" {
		found["x-deprecated"] = true
	}
	return found
}

// home is where no default may point: it is the place of whoever runs this.
func home() string {
	directory, err := os.UserHomeDir()
	if err != nil {
		return "\x00"
	}
	return directory
}
