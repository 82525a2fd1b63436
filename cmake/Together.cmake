# SPDX-License-Identifier: Apache-2.0
# Files compiled together: what they include is then read, and what they share of templates made, once for all of them.
# tools/group_sources writes the files that include them; none of them can tell, and with FREEPLAY_TOGETHER=OFF each is
# compiled alone.

# Groups the sources of a target, `lines` at most to a group; those with options or definitions of their own stay alone.
function(freeplay_together target lines)
  find_program(PERL_PROGRAM perl)
  mark_as_advanced(PERL_PROGRAM)
  if(NOT FREEPLAY_TOGETHER OR NOT PERL_PROGRAM)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(alike "")
  foreach(file IN LISTS sources)
    get_source_file_property(own_options "${file}" COMPILE_OPTIONS)
    get_source_file_property(own_definitions "${file}" COMPILE_DEFINITIONS)
    if(file MATCHES "\\.cpp$" AND NOT file MATCHES "/generated/" AND NOT own_options AND NOT own_definitions)
      list(APPEND alike "${file}")
    endif()
  endforeach()
  set(folder "${generated}/together/${target}")
  file(MAKE_DIRECTORY "${folder}")
  execute_process(
    COMMAND "${PERL_PROGRAM}" "${PROJECT_SOURCE_DIR}/tools/group_sources" ${lines} "${folder}" ${alike}
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" groups "${groups}")
  set(written "")
  foreach(line IN LISTS groups)
    if(line MATCHES "^([^ ]+) (.+)$")
      list(APPEND written "${folder}/${CMAKE_MATCH_1}")
      list(REMOVE_ITEM sources "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES written)
  set_target_properties(${target} PROPERTIES SOURCES "${written};${sources}")
endfunction()
