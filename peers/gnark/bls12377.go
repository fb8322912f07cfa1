package main

import (
	"math/big"

	curve "github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
)

var bls12377Operations = map[string]operation{
	"bls12_377 pairing":           pairing(bls12377G1, bls12377G2, curve.Pair, bls12377Target),
	"bls12_377 G1 msm":            msm(bls12377G1, bls12377SumG1, bls12377AffineG1),
	"bls12_377 G2 msm":            msm(bls12377G2, bls12377SumG2, bls12377AffineG2),
	"bls12_377 G1 multiplication": multiplication(bls12377G1, bls12377MultiplyG1, bls12377AffineG1),
	"bls12_377 G2 multiplication": multiplication(bls12377G2, bls12377MultiplyG2, bls12377AffineG2),
}

func bls12377G1(p *curve.G1Affine) []element { return []element{&p.X, &p.Y} }

func bls12377G2(p *curve.G2Affine) []element { return []element{&p.X.A0, &p.X.A1, &p.Y.A0, &p.Y.A1} }

func bls12377Target(t *curve.GT) []element {
	return []element{
		&t.C0.B0.A0, &t.C0.B0.A1, &t.C0.B1.A0, &t.C0.B1.A1, &t.C0.B2.A0, &t.C0.B2.A1,
		&t.C1.B0.A0, &t.C1.B0.A1, &t.C1.B1.A0, &t.C1.B1.A1, &t.C1.B2.A0, &t.C1.B2.A1,
	}
}

func bls12377SumG1(out *curve.G1Jac, points []curve.G1Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bls12377SumG2(out *curve.G2Jac, points []curve.G2Affine, scalars []fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func bls12377MultiplyG1(out *curve.G1Jac, point *curve.G1Affine, scalar *big.Int) {
	var p curve.G1Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bls12377MultiplyG2(out *curve.G2Jac, point *curve.G2Affine, scalar *big.Int) {
	var p curve.G2Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func bls12377AffineG1(out *curve.G1Affine, p *curve.G1Jac) { out.FromJacobian(p) }

func bls12377AffineG2(out *curve.G2Affine, p *curve.G2Jac) { out.FromJacobian(p) }
