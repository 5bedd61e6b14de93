#pragma once
/// Marks what the shared library shows to its users; everything else is hidden.
#define GLUEY_API __attribute__((visibility("default")))
