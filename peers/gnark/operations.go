package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
)

// operations are all that the program has, by the name of the peers' rows without their size.
var operations = merge(bls12381Operations, bls12377Operations, bn254Operations, bw6761Operations, otherOperations)

// oneTask keeps a multi-scalar multiplication on one thread.
var oneTask = ecc.MultiExpConfig{NbTasks: 1}

// operation reads its arguments.
type operation func(*request) (*job, error)

// job is an operation on its arguments.
type job struct {
	run    func()        // computes
	result func() []byte // what run has computed
}

// element is an element of any prime field, by pointer.
type element interface {
	Marshal() []byte
	Unmarshal([]byte)
}

// coordinates are pointers to those of a P in the order of the exchange.
type coordinates[P any] func(*P) []element

// msm is a sum of multiples; S is the scalar field, J what the sum is computed in.
func msm[P, S, J any, PS interface {
	*S
	element
}](of coordinates[P], sum func(*J, []P, []S) error, affine func(*P, *J)) operation {
	return func(r *request) (*job, error) {
		points, err := readAll(r.Points, of)
		if err != nil {
			return nil, err
		}
		scalars, err := readAll(r.Scalars, func(s *S) []element { return []element{PS(s)} })
		if err != nil {
			return nil, err
		}
		if len(points) != len(scalars) {
			return nil, errors.New("not as many points as scalars")
		}
		var out J
		return &job{
			run: func() {
				out = *new(J)
				if err := sum(&out, points, scalars); err != nil {
					panic(err)
				}
			},
			result: func() []byte {
				var p P
				affine(&p, &out)
				return write(of(&p))
			},
		}, nil
	}
}

// multiplication is that of one point.
func multiplication[P, J any](of coordinates[P], multiply func(*J, *P, *big.Int), affine func(*P, *J)) operation {
	return func(r *request) (*job, error) {
		points, err := readAll(r.Points, of)
		if err != nil {
			return nil, err
		}
		if len(points) != 1 || len(r.Scalars) != 1 {
			return nil, errors.New("not one point and one scalar")
		}
		scalar, ok := new(big.Int).SetString(r.Scalars[0], 16)
		if !ok {
			return nil, errors.New("a scalar is not hexadecimal")
		}
		var out J
		return &job{
			run: func() { multiply(&out, &points[0], scalar) },
			result: func() []byte {
				var p P
				affine(&p, &out)
				return write(of(&p))
			},
		}, nil
	}
}

// pairing is a product of pairings.
func pairing[P, Q, T any](ofP coordinates[P], ofQ coordinates[Q], pair func([]P, []Q) (T, error), ofT coordinates[T]) operation {
	return func(r *request) (*job, error) {
		p, err := readAll(r.Points, ofP)
		if err != nil {
			return nil, err
		}
		q, err := readAll(r.G2, ofQ)
		if err != nil {
			return nil, err
		}
		if len(p) != len(q) {
			return nil, errors.New("not as many points of G1 as of G2")
		}
		var out T
		return &job{
			run: func() {
				if out, err = pair(p, q); err != nil {
					panic(err)
				}
			},
			result: func() []byte { return write(ofT(&out)) },
		}, nil
	}
}

// powers is a product of powers of the pairings of points, one by one.
func powers[P, Q, T any](
	ofP coordinates[P], ofQ coordinates[Q], pair func([]P, []Q) (T, error),
	exp func(*T, *T, *big.Int), mul func(*T, *T), ofT coordinates[T],
) operation {
	return func(r *request) (*job, error) {
		p, err := readAll(r.Points, ofP)
		if err != nil {
			return nil, err
		}
		q, err := readAll(r.G2, ofQ)
		if err != nil {
			return nil, err
		}
		if len(p) != len(q) || len(p) != len(r.Scalars) || len(p) == 0 {
			return nil, errors.New("not as many points of G1 as of G2 and scalars, or none")
		}
		elements, exponents := make([]T, len(p)), make([]*big.Int, len(p))
		for i := range p {
			if elements[i], err = pair(p[i:i+1], q[i:i+1]); err != nil {
				return nil, err
			}
			exponent, ok := new(big.Int).SetString(r.Scalars[i], 16)
			if !ok {
				return nil, errors.New("a scalar is not hexadecimal")
			}
			exponents[i] = exponent
		}
		var out T
		return &job{
			run: func() {
				exp(&out, &elements[0], exponents[0])
				for i := 1; i < len(elements); i++ {
					var power T
					exp(&power, &elements[i], exponents[i])
					mul(&out, &power)
				}
			},
			result: func() []byte { return write(ofT(&out)) },
		}, nil
	}
}

func readAll[P any](texts []string, of coordinates[P]) ([]P, error) {
	all := make([]P, len(texts))
	for i, text := range texts {
		bytes, err := hex.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("argument %d: %w", i, err)
		}
		parts := of(&all[i])
		width := len(bytes) / len(parts)
		if width*len(parts) != len(bytes) {
			return nil, fmt.Errorf("argument %d has %d bytes for %d elements", i, len(bytes), len(parts))
		}
		for j, part := range parts {
			part.Unmarshal(bytes[j*width : (j+1)*width])
		}
	}
	return all, nil
}

func write(parts []element) (bytes []byte) {
	for _, part := range parts {
		bytes = append(bytes, part.Marshal()...)
	}
	return bytes
}

func merge(tables ...map[string]operation) map[string]operation {
	all := map[string]operation{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}
