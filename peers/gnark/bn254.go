package main

import (
	"math/big"

	curve "github.com/consensys/gnark-crypto/ecc/bn254"
	"github.com/consensys/gnark-crypto/ecc/bn254/fr"
)

var bn254Operations = map[string]operation{
	"bn254 pairing":           pairing(bn254G1, bn254G2, curve.Pair, bn254Target),
	"bn254 G1 msm":            msm(bn254G1, bn254SumG1, bn254AffineG1),
	"bn254 G2 msm":            msm(bn254G2, bn254SumG2, bn254AffineG2),
	"bn254 G1 multiplication": multiplication(bn254G1, bn254MultiplyG1, bn254AffineG1),
	"bn254 G2 multiplication": multiplication(bn254G2, bn254MultiplyG2, bn254AffineG2),
}

func bn254G1(p *curve.G1Affine) []element { return []element{&p.X, &p.Y} }

func bn254G2(p *curve.G2Affine) []element { return []element{&p.X.A0, &p.X.A1, &p.Y.A0, &p.Y.A1} }

func bn254Target(t *curve.GT) []element {
	return []element{
		&t.C0.B0.A0, &t.C0.B0.A1, &t.C0.B1.A0, &t.C0.B1.A1, &t.C0.B2.A0, &t.C0.B2.A1,
		&t.C1.B0.A0, &t.C1.B0.A1, &t.C1.B1.A0, &t.C1.B1.A1, &t.C1.B2.A0, &t.C1.B2.A1,
	}
}

func bn254SumG1(out *curve.G1Jac, points []curve.G1Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bn254SumG2(out *curve.G2Jac, points []curve.G2Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bn254MultiplyG1(out *curve.G1Jac, point *curve.G1Affine, scalar *big.Int) {
	var p curve.G1Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bn254MultiplyG2(out *curve.G2Jac, point *curve.G2Affine, scalar *big.Int) {
	var p curve.G2Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bn254AffineG1(out *curve.G1Affine, p *curve.G1Jac) { out.FromJacobian(p) }

func bn254AffineG2(out *curve.G2Affine, p *curve.G2Jac) { out.FromJacobian(p) }
