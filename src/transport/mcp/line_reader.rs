//! Lines of bounded length from a byte stream.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// One line, or why there is none.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    /// A line without its line feed. The last one may have had none.
    Whole(Vec<u8>),
    /// A line over the limit; all of it is gone.
    TooLong,
    /// The end of the stream.
    End,
}

/// Reads lines and never holds more than `limit` bytes of one.
pub(super) struct LineReader<R> {
    stream: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
    discarding: bool,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    pub(super) fn new(stream: R, limit: usize) -> Self {
        LineReader {
            stream: BufReader::new(stream),
            line: Vec::new(),
            limit,
            discarding: false,
        }
    }

    /// Waits for the next line.
    ///
    /// Dropping the future loses nothing: the next call goes on with the same line.
    pub(super) async fn next(&mut self) -> io::Result<Line> {
        loop {
            let available = self.stream.fill_buf().await?;
            if available.is_empty() {
                return Ok(self.last());
            }
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            if self.discarding || self.line.len() + part.len() > self.limit {
                self.discarding = true;
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let consumed = part.len() + usize::from(end.is_some());
            self.stream.consume(consumed);
            if end.is_some() {
                return Ok(self.take());
            }
        }
    }

    fn last(&mut self) -> Line {
        match self.take() {
            Line::Whole(line) if line.is_empty() => Line::End,
            line => line,
        }
    }

    fn take(&mut self) -> Line {
        if std::mem::take(&mut self.discarding) {
            Line::TooLong
        } else {
            Line::Whole(std::mem::take(&mut self.line))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(input: &[u8], limit: usize) -> Vec<String> {
        let mut reader = LineReader::new(input, limit);
        let mut lines = Vec::new();
        loop {
            match reader.next().await.expect("reading from memory") {
                Line::Whole(line) => lines.push(String::from_utf8_lossy(&line).into_owned()),
                Line::TooLong => lines.push("<too long>".to_owned()),
                Line::End => return lines,
            }
        }
    }

    #[tokio::test]
    async fn a_line_at_the_limit_is_whole_and_one_byte_more_is_not() {
        assert_eq!(
            lines(b"1234\n12345\n1\n", 4).await,
            ["1234", "<too long>", "1"]
        );
    }

    #[tokio::test]
    async fn a_line_over_the_limit_may_be_longer_than_the_buffer() {
        let mut input = vec![b'x'; 100_000];
        input.extend(b"\nnext");
        assert_eq!(lines(&input, 50_000).await, ["<too long>", "next"]);
    }

    #[tokio::test]
    async fn the_last_line_needs_no_line_feed() {
        assert_eq!(lines(b"a\n\nb", 9).await, ["a", "", "b"]);
    }
}
