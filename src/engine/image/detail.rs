//! How much of an emitted image its reader is to get.

use std::str::FromStr;

use super::ImageError;

/// How much of an emitted image its reader is to get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What hosts and models take without trouble; a larger image is scaled and encoded again.
    #[default]
    Auto,
    /// Every pixel: the bytes as they are, or an error if they are more than hosts take at all.
    Original,
}

impl FromStr for Detail {
    type Err = ImageError;

    fn from_str(name: &str) -> Result<Detail, ImageError> {
        match name {
            "auto" => Ok(Detail::Auto),
            "original" => Ok(Detail::Original),
            _ => Err(ImageError::Detail {
                name: name.to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_known_by_name() {
        assert_eq!("auto".parse(), Ok(Detail::Auto));
        assert_eq!("original".parse(), Ok(Detail::Original));
        assert_eq!(
            "high".parse::<Detail>().unwrap_err().to_string(),
            "cannot emit the image: unknown `detail` `high`\n\
             hint: use `auto`, which is the default, or `original`"
        );
    }
}
