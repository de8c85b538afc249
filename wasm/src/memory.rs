//! The allocator of the module: small blocks from lists by size, everything else from the standard one.
//!
//! Curation and search make and drop strings by the hundred thousand; the standard allocator of WebAssembly looks for
//! the best place for each, which costs more than what is done with the string. Blocks of a list are never given back,
//! so the module keeps the memory of its busiest moment, as linear memory does anyway.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;

/// Sizes are rounded up to a multiple of this, which is also how blocks are aligned.
const STEP: usize = 16;
/// Blocks up to this size come from lists.
const LARGEST: usize = 512;
/// What is asked of the standard allocator at a time.
const SLAB: usize = 64 * 1024;

/// A free block begins with the address of the next one.
struct Free {
    next: *mut Free,
}

struct Lists {
    free: [*mut Free; LARGEST / STEP],
    /// The part of the last slab that was not handed out yet.
    rest: *mut u8,
    n_rest: usize,
}

struct Allocator(UnsafeCell<Lists>);

// SAFETY: a module without shared memory has one thread.
unsafe impl Sync for Allocator {}

#[global_allocator]
static ALLOCATOR: Allocator =
    Allocator(UnsafeCell::new(Lists { free: [null_mut(); LARGEST / STEP], rest: null_mut(), n_rest: 0 }));

/// The list that serves a layout, if one does.
fn list_of(layout: Layout) -> Option<usize> {
    (layout.size() <= LARGEST && layout.align() <= STEP).then(|| layout.size().saturating_sub(1) / STEP)
}

impl Lists {
    /// Cuts a new block for a list; null when there is no memory.
    fn cut(&mut self, list: usize) -> *mut u8 {
        let size = (list + 1) * STEP;
        if self.n_rest < size {
            let Ok(slab) = Layout::from_size_align(SLAB, STEP) else { return null_mut() };
            // SAFETY: the size is not zero. What is left of the slab before is smaller than a block, and lost.
            let fresh = unsafe { System.alloc(slab) };
            if fresh.is_null() {
                return fresh;
            }
            (self.rest, self.n_rest) = (fresh, SLAB);
        }
        let block = self.rest;
        // SAFETY: at least `size` bytes of the slab are left.
        self.rest = unsafe { block.add(size) };
        self.n_rest -= size;
        block
    }
}

// SAFETY: blocks of a list are as large as the largest layout it serves, aligned to `STEP`, and in one list or in use;
// the same layout leads to the same list when a block comes back.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(list) = list_of(layout) else { return unsafe { System.alloc(layout) } };
        let lists = unsafe { &mut *self.0.get() };
        let head = lists.free[list];
        if head.is_null() {
            return lists.cut(list);
        }
        lists.free[list] = unsafe { (*head).next };
        head.cast()
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some(list) = list_of(layout) else { return unsafe { System.dealloc(block, layout) } };
        let lists = unsafe { &mut *self.0.get() };
        let block: *mut Free = block.cast();
        unsafe { (*block).next = lists.free[list] };
        lists.free[list] = block;
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else { return null_mut() };
        match (list_of(layout), list_of(wanted)) {
            (None, None) => unsafe { System.realloc(block, layout, size) },
            (Some(old), Some(new)) if old == new => block,
            _ => {
                let fresh = unsafe { self.alloc(wanted) };
                if !fresh.is_null() {
                    unsafe {
                        block.copy_to_nonoverlapping(fresh, layout.size().min(size));
                        self.dealloc(block, layout);
                    }
                }
                fresh
            }
        }
    }
}
