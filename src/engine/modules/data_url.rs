//! Modules that are their own URL.

use base64::Engine;
use url::Url;

use super::error::ModuleError;
use super::format::ModuleFormat;

/// What a `data:` URL holds.
#[derive(Debug)]
pub(super) struct DataModule {
    pub(super) format: ModuleFormat,
    pub(super) bytes: Vec<u8>,
}

/// Decodes a `data:` URL with one of the types that a module can have.
///
/// # Errors
///
/// [`ModuleError::UnknownFormat`] for another type, [`ModuleError::Syntax`] for bad base64.
pub(super) fn decode(url: &Url) -> Result<DataModule, ModuleError> {
    let (header, body) = url.path().split_once(',').unwrap_or((url.path(), ""));
    let mime_type = header
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let format = match mime_type.as_str() {
        "text/javascript" | "application/javascript" => ModuleFormat::EsModule,
        "application/json" => ModuleFormat::Json,
        "application/wasm" => ModuleFormat::Wasm,
        _ => return Err(ModuleError::UnknownFormat { mime_type }),
    };
    // What looks like a query belongs to the text.
    let query = url
        .query()
        .map(|query| format!("?{query}"))
        .unwrap_or_default();
    let bytes = percent_decode(&format!("{body}{query}"));
    if !header.to_ascii_lowercase().ends_with(";base64") {
        return Ok(DataModule { format, bytes });
    }
    let text: Vec<u8> = bytes
        .into_iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let engine = base64::engine::GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        base64::engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent),
    );
    let bytes = engine.decode(text).map_err(|error| ModuleError::Syntax {
        message: format!("invalid base64 in a `data:` module: {error}"),
    })?;
    Ok(DataModule { format, bytes })
}

fn percent_decode(text: &str) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| (*byte as char).to_digit(16));
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let pair = (digit(bytes.get(at + 1)), digit(bytes.get(at + 2)));
        if let (b'%', (Some(high), Some(low))) = (bytes[at], pair) {
            decoded.push((high * 16 + low) as u8);
            at += 3;
        } else {
            decoded.push(bytes[at]);
            at += 1;
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn data_urls_give_their_text() {
        let rows = [
            (
                "data:text/javascript,export default 1",
                "EsModule export default 1",
            ),
            (
                "data:text/javascript,export%20default%201%2C2",
                "EsModule export default 1,2",
            ),
            ("data:text/javascript;charset=utf-8,a?b", "EsModule a?b"),
            ("data:text/javascript;base64,YSU0MQ==", "EsModule a%41"),
            ("data:text/javascript;base64,YSU0MQ", "EsModule a%41"),
            ("data:text/javascript,100%", "EsModule 100%"),
            ("data:Application/JSON,%7B%7D", "Json {}"),
            ("data:text/javascript", "EsModule "),
            ("data:text/css,a{}", "Unknown module format: text/css"),
            ("data:,x", "Unknown module format: "),
        ];
        for (url, expected) in rows {
            let text = match decode(&url.parse().expect(url)) {
                Ok(module) => {
                    format!(
                        "{:?} {}",
                        module.format,
                        String::from_utf8_lossy(&module.bytes)
                    )
                }
                Err(error) => error.to_string(),
            };
            assert_eq!(text, expected, "{url}");
        }
    }
}
