// What the tables of the database look like, and how an older one becomes today's.
#pragma once

#include <span>

#include "server/database.h"

namespace tabiya::server {

// Step n makes version n + 1 out of version n; version 0 is an empty file. A step that was once in
// a release never changes: a new one follows it.
std::span<const char* const> schema_steps();

// Whether the file is ours to use. Refused: one of another program, one of a newer Tabiya, a
// damaged one. Changes nothing.
Written check_origin(Database&, std::span<const char* const> steps);

// All steps that are missing, each whole or not at all. Precondition: check_origin().
Written bring_up_to_date(Database&, std::span<const char* const> steps);

}  // namespace tabiya::server
