//! Shared helpers of the whole-pipeline tests.
