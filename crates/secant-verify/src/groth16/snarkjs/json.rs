//! A reader for JSON of a known shape. It builds no tree of values and skips what the caller does not ask for. A file
//! takes no more memory than what is read from it, and time in proportion to its length.

use super::super::{Error, Field as Place, File};
use alloc::borrow::Cow;
use core::fmt;
use core::marker::PhantomData;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A JSON value. Of a list only as many items are kept as a point has coordinates.
pub(super) enum Node<'a, T> {
    /// A string.
    Text(Cow<'a, str>),
    /// A nonnegative number written as an integer.
    Integer(u64),
    /// A list.
    List {
        /// Its first items.
        items: [Option<T>; 3],
        /// The length of the list.
        count: usize,
    },
    /// Anything else.
    Other,
}

/// A number. A list in its place keeps no items.
pub(super) type Scalar<'a> = Node<'a, IgnoredAny>;
/// A coordinate of a point: a number, or the list of its coefficients.
pub(super) type Coordinate<'a> = Node<'a, Scalar<'a>>;
/// A point, which is a list, or any other value in its place.
pub(super) type Value<'a> = Node<'a, Coordinate<'a>>;

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Node<'de, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor(PhantomData))
    }
}

/// Defines the visitor methods for kinds of values that a type does not accept.
macro_rules! other {
    (@ boolean $value:expr) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
    (@ fraction $value:expr) => {
        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            Ok($value)
        }
        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
    (@ integer $value:expr) => {
        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
    (@ text $value:expr) => {
        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            Ok($value)
        }
    };
    (@ list $value:expr) => {
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            Ok($value)
        }
    };
    (@ object $value:expr) => {
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok($value)
        }
    };
    ($value:expr; $($kind:ident)*) => { $(other!(@ $kind $value);)* };
}

fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("a value")
}

struct NodeVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NodeVisitor<T> {
    type Value = Node<'de, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expecting(f)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Node::Text(Cow::Borrowed(text)))
    }

    /// Called for a string with escapes.
    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Node::Text(Cow::Owned(text.into())))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Node::Integer(number))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = [None, None, None];
        let mut count = 0;
        for item in &mut items {
            *item = list.next_element()?;
            if item.is_none() {
                return Ok(Node::List { items, count });
            }
            count += 1;
        }
        while list.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        Ok(Node::List { items, count })
    }

    other!(Node::Other; boolean fraction object);
}

/// The fields of an object that have these names. Others are skipped.
pub(super) fn fields<'a, const N: usize>(
    file: File,
    bytes: &'a [u8],
    names: &[&'static str; N],
) -> Result<[Option<Value<'a>>; N], Error> {
    let mut fault = None;
    let fields = Fields {
        file,
        names,
        fault: &mut fault,
    };
    let read = parse(file, bytes, fields);
    match (fault, read) {
        (Some(fault), _) => Err(fault),
        (None, Ok(Some(fields))) => Ok(fields),
        (None, Ok(None)) => Err(not(file, "an object")),
        (None, Err(error)) => Err(error),
    }
}

/// The error that a whole file is not what was expected.
fn not(file: File, expected: &'static str) -> Error {
    let field = Place::Named("the top level");
    Error::Malformed { file, field, expected }
}

/// The value that a seed reads from a whole file.
fn parse<'a, S: DeserializeSeed<'a>>(file: File, bytes: &'a [u8], seed: S) -> Result<S::Value, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = seed.deserialize(&mut deserializer);
    let value = value.and_then(|value| deserializer.end().map(|()| value));
    value.map_err(|error| Error::Json {
        file,
        line: error.line(),
        column: error.column(),
    })
}

struct Fields<'s, const N: usize> {
    file: File,
    names: &'s [&'static str; N],
    /// Our own error, where serde's says less.
    fault: &'s mut Option<Error>,
}

impl<'de, const N: usize> DeserializeSeed<'de> for Fields<'_, N> {
    type Value = Option<[Option<Value<'de>>; N]>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, const N: usize> Visitor<'de> for Fields<'_, N> {
    type Value = Option<[Option<Value<'de>>; N]>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = [const { None }; N];
        while let Some(index) = map.next_key_seed(Name(self.names))? {
            let Some((field, name)) = index.and_then(|index| Some((fields.get_mut(index)?, self.names.get(index)?)))
            else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if field.is_some() {
                *self.fault = Some(Error::Repeated {
                    file: self.file,
                    field: Place::Named(name),
                });
                return Err(A::Error::custom("a field twice"));
            }
            *field = Some(map.next_value()?);
        }
        Ok(Some(fields))
    }

    other!(None; boolean fraction integer text list);
}

/// The index of a name among the known names.
struct Name<'s>(&'s [&'static str]);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Name<'_> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expecting(f)
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.iter().position(|known| *known == name))
    }
}

/// Calls a function with each item of a file that is a list.
pub(super) fn items<'a, T: Deserialize<'a>>(
    file: File,
    bytes: &'a [u8],
    expected: &'static str,
    visit: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    each(file, bytes, None, expected, visit)
}

/// Calls a function with each item of a list that is a field of the object in a file.
pub(super) fn items_of<'a, T: Deserialize<'a>>(
    file: File,
    bytes: &'a [u8],
    name: &'static str,
    visit: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    each(file, bytes, Some(name), "an object", visit)
}

fn each<'a, T: Deserialize<'a>>(
    file: File,
    bytes: &'a [u8],
    name: Option<&'static str>,
    expected: &'static str,
    mut visit: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut fault = None;
    let items = Items {
        name,
        visit: &mut visit,
        fault: &mut fault,
    };
    let read = parse(file, bytes, items);
    match (fault, read) {
        (Some(fault), _) => Err(fault),
        (None, Ok(true)) => Ok(()),
        (None, Ok(false)) => Err(not(file, expected)),
        (None, Err(error)) => Err(error),
    }
}

/// Reads a list, or the field of an object that is a list, and returns whether it was present.
struct Items<'s, T> {
    /// The name of the field, or `None` if the file is the list itself.
    name: Option<&'static str>,
    visit: &'s mut dyn FnMut(T) -> Result<(), Error>,
    /// Our own error, which ends the reading.
    fault: &'s mut Option<Error>,
}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Items<'_, T> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<'_, T> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<bool, A::Error> {
        if self.name.is_some() {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(false);
        }
        while let Some(item) = list.next_element()? {
            if let Err(error) = (self.visit)(item) {
                *self.fault = Some(error);
                return Err(A::Error::custom("an item that is refused"));
            }
        }
        Ok(true)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let Some(name) = self.name else {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(false);
        };
        let mut found = false;
        while let Some(index) = map.next_key_seed(Name(&[name]))? {
            if index.is_none() {
                map.next_value::<IgnoredAny>()?;
                continue;
            }
            found = map.next_value_seed(Items {
                name: None,
                visit: &mut *self.visit,
                fault: &mut *self.fault,
            })?;
        }
        Ok(found)
    }

    other!(false; boolean fraction integer text);
}
