//! What known tokens look like: facts about shapes, one row each, grouped by what the provider does.
//!
//! A row is a kind (shown in the marker), a shape in the language of [`super::pattern`] and how much
//! more the token must show before it counts. Shapes whose literal is long and unique need nothing
//! else; a short or word-like literal asks for a body that no person would write.

mod ai;
mod cloud;
mod code;
mod keyed;
mod messaging;
mod observe;
mod payment;
mod saas;

pub(super) use keyed::KEYED;

/// What the body of a token must show besides its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Proof {
    /// The shape alone proves it.
    Shape,
    /// Not a placeholder such as `xxxx` or `YOUR_TOKEN_HERE`.
    Real,
    /// Not a placeholder, and letters together with digits.
    Mixed,
    /// Letters of both cases with digits, thrown together as only a generator does.
    Jumbled,
}

/// One row: kind, shape, proof.
pub(super) type Rule = (&'static str, &'static str, Proof);

/// Every table of shapes with a literal of their own.
pub(super) const TABLES: &[&[Rule]] =
    &[ai::RULES, cloud::RULES, code::RULES, messaging::RULES, observe::RULES, payment::RULES, saas::RULES];
