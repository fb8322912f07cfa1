package main

import (
	"math/big"

	ed377 "github.com/consensys/gnark-crypto/ecc/bls12-377/twistededwards"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/bandersnatch"
	"github.com/consensys/gnark-crypto/ecc/secp256k1"
	k1fr "github.com/consensys/gnark-crypto/ecc/secp256k1/fr"
	"github.com/consensys/gnark-crypto/ecc/secp256r1"
)

// otherOperations are those of curves without a pairing.
var otherOperations = map[string]operation{
	"secp256k1 msm":            msm(secp256k1Point, secp256k1Sum, secp256k1Affine),
	"secp256k1 multiplication": multiplication(secp256k1Point, secp256k1Multiply, secp256k1Affine),
	"secp256r1 multiplication": multiplication(secp256r1Point, secp256r1Multiply, secp256r1Affine),
	"bandersnatch (te) multiplication": multiplication(
		func(p *bandersnatch.PointAffine) []element { return []element{&p.X, &p.Y} },
		func(out *bandersnatch.PointExtended, point *bandersnatch.PointAffine, scalar *big.Int) {
			var p bandersnatch.PointExtended
			out.ScalarMultiplication(p.FromAffine(point), scalar)
		},
		func(out *bandersnatch.PointAffine, p *bandersnatch.PointExtended) { out.FromExtended(p) },
	),
	"ed_on_bls12_377 multiplication": multiplication(
		func(p *ed377.PointAffine) []element { return []element{&p.X, &p.Y} },
		func(out *ed377.PointExtended, point *ed377.PointAffine, scalar *big.Int) {
			var p ed377.PointExtended
			out.ScalarMultiplication(p.FromAffine(point), scalar)
		},
		func(out *ed377.PointAffine, p *ed377.PointExtended) { out.FromExtended(p) },
	),
}

func secp256k1Point(p *secp256k1.G1Affine) []element { return []element{&p.X, &p.Y} }

func secp256k1Sum(out *secp256k1.G1Jac, points []secp256k1.G1Affine, scalars []k1fr.Element) error {
	_, err := out.MultiExp(points, scalars, oneTask)
	return err
}

func secp256k1Multiply(out *secp256k1.G1Jac, point *secp256k1.G1Affine, scalar *big.Int) {
	var p secp256k1.G1Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func secp256k1Affine(out *secp256k1.G1Affine, p *secp256k1.G1Jac) { out.FromJacobian(p) }

func secp256r1Point(p *secp256r1.G1Affine) []element { return []element{&p.X, &p.Y} }

func secp256r1Multiply(out *secp256r1.G1Jac, point *secp256r1.G1Affine, scalar *big.Int) {
	var p secp256r1.G1Jac
	out.ScalarMultiplication(p.FromAffine(point), scalar)
}

func secp256r1Affine(out *secp256r1.G1Affine, p *secp256r1.G1Jac) { out.FromJacobian(p) }
