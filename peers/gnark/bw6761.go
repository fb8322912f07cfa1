package main

import (
	"math/big"

	curve "github.com/consensys/gnark-crypto/ecc/bw6-761"
	"github.com/consensys/gnark-crypto/ecc/bw6-761/fr"
)

var bw6761Operations = map[string]operation{
	"bw6_761 pairing":           pairing(bw6761G1, bw6761G2, curve.Pair, bw6761Target),
	"bw6_761 G1 msm":            msm(bw6761G1, bw6761SumG1, bw6761AffineG1),
	"bw6_761 G2 msm":            msm(bw6761G2, bw6761SumG2, bw6761AffineG2),
	"bw6_761 G1 multiplication": multiplication(bw6761G1, bw6761MultiplyG1, bw6761AffineG1),
	"bw6_761 G2 multiplication": multiplication(bw6761G2, bw6761MultiplyG2, bw6761AffineG2),
}

func bw6761G1(p *curve.G1Affine) []element { return []element{&p.X, &p.Y} }

func bw6761G2(p *curve.G2Affine) []element { return []element{&p.X, &p.Y} }

// bw6761Target gives the cube of the Frobenius, which is arkworks' pairing: gnark's has another factor in its exponent.
func bw6761Target(t *curve.GT) []element {
	var f, out curve.GT
	f.Frobenius(t)
	out.Square(&f).Mul(&out, &f)
	return []element{
		&out.B0.A0, &out.B0.A1, &out.B0.A2, &out.B1.A0, &out.B1.A1, &out.B1.A2,
	}
}

func bw6761SumG1(out *curve.G1Jac, points []curve.G1Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bw6761SumG2(out *curve.G2Jac, points []curve.G2Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bw6761MultiplyG1(out *curve.G1Jac, point *curve.G1Affine, scalar *big.Int) {
	var p curve.G1Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bw6761MultiplyG2(out *curve.G2Jac, point *curve.G2Affine, scalar *big.Int) {
	var p curve.G2Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bw6761AffineG1(out *curve.G1Affine, p *curve.G1Jac) { out.FromJacobian(p) }

func bw6761AffineG2(out *curve.G2Affine, p *curve.G2Jac) { out.FromJacobian(p) }
