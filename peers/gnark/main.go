// Command gnark computes and times operations of gnark-crypto for the program beside it, which compares and samples
// all libraries in turns.
//
// It says which operations it has and then answers one request after the other, each a JSON value, until its
// standard input ends:
//
//	                                                             {"operations": ["bls12_381 G1 msm", ...]}
//	{"operation": "...", "points": [...], "g2": [...], "scalars": [...]}    {"result": "..."}
//	{"runs": 3}                                                             {"nanoseconds": 12345}
//
// The first kind of request says what to compute and on what; the second, how often to compute it again and to say
// how long that took, all runs together. A failed request is answered with {"error": "..."}.
//
// Every element of a prime field is big endian, with leading zeros up to whole limbs of 64 bits. A point is its
// affine coordinates one after the other, an element of an extension its coefficients from the lowest. All are
// hexadecimal. A pairing takes as many "points" as "g2", and so does an operation in a target group, on their pairings.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"
)

// request is one of the two kinds.
type request struct {
	Operation string   `json:"operation"`
	Points    []string `json:"points"`
	G2        []string `json:"g2"`
	Scalars   []string `json:"scalars"`
	Runs      int      `json:"runs"`
}

// answer has one field set.
type answer struct {
	Operations  []string `json:"operations,omitempty"`
	Result      string   `json:"result,omitempty"`
	Nanoseconds int64    `json:"nanoseconds,omitempty"`
	Error       string   `json:"error,omitempty"`
}

func main() {
	runtime.GOMAXPROCS(1)
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "gnark:", err)
		os.Exit(1)
	}
}

func serve() error {
	var names []string
	for name := range operations {
		names = append(names, name)
	}
	slices.Sort(names)
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(answer{Operations: names}); err != nil {
		return err
	}
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	var current *job
	for in.More() {
		var r request
		if err := in.Decode(&r); err != nil {
			return err
		}
		if err := out.Encode(respond(&r, &current)); err != nil {
			return err
		}
	}
	return nil
}

func respond(r *request, current **job) answer {
	if r.Operation == "" {
		if *current == nil || r.Runs < 1 {
			return answer{Error: "nothing to run"}
		}
		start := time.Now()
		for range r.Runs {
			(*current).run()
		}
		return answer{Nanoseconds: max(1, time.Since(start).Nanoseconds())}
	}
	prepare, ok := operations[r.Operation]
	if !ok {
		return answer{Error: "no operation " + r.Operation}
	}
	prepared, err := prepare(r)
	if err != nil {
		return answer{Error: err.Error()}
	}
	*current = prepared
	prepared.run()
	return answer{Result: hex.EncodeToString(prepared.result())}
}
