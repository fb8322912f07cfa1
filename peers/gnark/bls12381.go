package main

import (
	"math/big"

	curve "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

var bls12381Operations = map[string]operation{
	"bls12_381 pairing":                 pairing(bls12381G1, bls12381G2, curve.Pair, bls12381Target),
	"bls12_381 GT exponentiation":       bls12381Powers,
	"bls12_381 GT multi-exponentiation": bls12381Powers,
	"bls12_381 G1 msm":                  msm(bls12381G1, bls12381SumG1, bls12381AffineG1),
	"bls12_381 G2 msm":                  msm(bls12381G2, bls12381SumG2, bls12381AffineG2),
	"bls12_381 G1 multiplication":       multiplication(bls12381G1, bls12381MultiplyG1, bls12381AffineG1),
	"bls12_381 G2 multiplication":       multiplication(bls12381G2, bls12381MultiplyG2, bls12381AffineG2),
}

var bls12381Powers = powers(
	bls12381G1, bls12381G2, curve.Pair,
	func(out, element *curve.GT, exponent *big.Int) { out.ExpGLV(*element, exponent) },
	func(out, factor *curve.GT) { out.Mul(out, factor) },
	bls12381Target,
)

func bls12381G1(p *curve.G1Affine) []element { return []element{&p.X, &p.Y} }

func bls12381G2(p *curve.G2Affine) []element { return []element{&p.X.A0, &p.X.A1, &p.Y.A0, &p.Y.A1} }

func bls12381Target(t *curve.GT) []element {
	return []element{
		&t.C0.B0.A0, &t.C0.B0.A1, &t.C0.B1.A0, &t.C0.B1.A1, &t.C0.B2.A0, &t.C0.B2.A1,
		&t.C1.B0.A0, &t.C1.B0.A1, &t.C1.B1.A0, &t.C1.B1.A1, &t.C1.B2.A0, &t.C1.B2.A1,
	}
}

func bls12381SumG1(out *curve.G1Jac, points []curve.G1Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bls12381SumG2(out *curve.G2Jac, points []curve.G2Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bls12381MultiplyG1(out *curve.G1Jac, point *curve.G1Affine, scalar *big.Int) {
	var p curve.G1Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bls12381MultiplyG2(out *curve.G2Jac, point *curve.G2Affine, scalar *big.Int) {
	var p curve.G2Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bls12381AffineG1(out *curve.G1Affine, p *curve.G1Jac) { out.FromJacobian(p) }

func bls12381AffineG2(out *curve.G2Affine, p *curve.G2Jac) { out.FromJacobian(p) }
