//! What JavaScript may reach outside its isolate.

use std::path::PathBuf;
use std::sync::Arc;

use deno_permissions::{
    Permissions as DenoPermissions, PermissionsContainer, PermissionsOptions,
    RuntimePermissionDescriptorParser,
};
use sys_traits::impls::RealSys;

/// What JavaScript may reach outside its isolate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Permissions {
    /// What the user could do.
    Trusted,
    /// Reading in one folder, and nothing else.
    Sandbox {
        /// The folder; `None` allows no reading either.
        readable: Option<PathBuf>,
    },
}

impl Permissions {
    pub(super) fn container(&self) -> Result<PermissionsContainer, String> {
        let parser = Arc::new(RuntimePermissionDescriptorParser::new(RealSys));
        let permissions = match self {
            Permissions::Trusted => return Ok(PermissionsContainer::allow_all(parser)),
            Permissions::Sandbox { readable: None } => DenoPermissions::none_without_prompt(),
            Permissions::Sandbox {
                readable: Some(folder),
            } => {
                let options = PermissionsOptions {
                    allow_read: Some(vec![folder.to_string_lossy().into_owned()]),
                    prompt: false,
                    ..Default::default()
                };
                DenoPermissions::from_options(parser.as_ref(), &options)
                    .map_err(|error| error.to_string())?
            }
        };
        Ok(PermissionsContainer::new(parser, permissions))
    }
}
