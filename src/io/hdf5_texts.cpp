// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_texts.h"

#include <cstring>
#include <span>

#include "base/index.h"

namespace freeplay::hdf5 {
namespace {

constexpr std::size_t kReference = 16;    // length (4 bytes), address of the collection (8), index (4)
constexpr std::uint64_t kHeading = 16;    // of a collection: signature, version, size; of an object likewise
constexpr std::uint64_t kMostCopies = 4;  // of the file's size, all texts together

[[noreturn]] void damaged(const char* why) { throw Failure(std::string("the texts are damaged: ") + why); }

/// HDF5 stores numbers with the least byte first.
std::uint64_t number(std::span<const std::byte> bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

/// "Converts" texts of variable length into what the file has for them: their references, byte by byte.
herr_t keep_reference(hid_t source, hid_t target, H5T_cdata_t* how, std::size_t, std::size_t, std::size_t,
                      void*, void*, hid_t) {
  if (how->command != H5T_CONV_INIT) return 0;
  how->need_bkg = H5T_BKG_NO;
  const bool fits = H5Tis_variable_str(source) > 0 && H5Tget_size(source) == kReference &&
                    H5Tget_size(target) == kReference;
  return fits ? 0 : -1;
}

/// The conversion exists while this does: nothing of ours stays behind in HDF5.
class ReferenceType {
 public:
  ReferenceType() {
    check(H5Tset_tag(type_, kName), "make a type");
    check(H5Tregister(H5T_PERS_SOFT, kName, text_, type_, keep_reference), "read a text type");
  }
  ~ReferenceType() { H5Tunregister(H5T_PERS_SOFT, kName, text_, type_, keep_reference); }
  ReferenceType(const ReferenceType&) = delete;
  ReferenceType& operator=(const ReferenceType&) = delete;
  operator hid_t() const { return type_; }

 private:
  static constexpr const char* kName = "reference to a text";
  const Handle text_ = text_type();
  const Handle type_{H5Tcreate(H5T_OPAQUE, kReference), H5Tclose, "make a type"};
};

}  // namespace

void TextReader::take(std::uint64_t bytes) {
  const std::uint64_t most = kMostCopies * bytes_.end();
  if (bytes > most || taken_ > most - bytes) damaged("they are larger than the file");
  taken_ += bytes;
}

std::vector<std::string> TextReader::read(hid_t attribute, hid_t type, std::size_t count) {
  if (count == 0) return {};
  return check(H5Tis_variable_str(type), "read a text type") > 0 ? read_variable(attribute, count)
                                                                 : read_fixed(attribute, type, count);
}

std::vector<std::string> TextReader::read_fixed(hid_t attribute, hid_t type, std::size_t count) {
  const std::size_t size = H5Tget_size(type);
  if (size == 0 || size > bytes_.end() || count > bytes_.end() / size) damaged("one is larger than the file");
  take(count * size);
  std::vector<char> buffer(count * size);
  check(H5Aread(attribute, type, buffer.data()), "read an attribute");
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i)
    texts[i].assign(buffer.data() + i * size, ::strnlen(&buffer[i * size], size));
  return texts;
}

std::vector<std::string> TextReader::read_variable(hid_t attribute, std::size_t count) {
  if (count > bytes_.end() / kReference) damaged("there are more than the file can hold");
  take(count * sizeof(std::string));
  std::vector<std::byte> references(count * kReference);
  check(H5Aread(attribute, ReferenceType(), references.data()), "read an attribute");
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const std::byte> reference(references.data() + i * kReference, kReference);
    const std::uint64_t length = number(reference.first(4)), address = number(reference.subspan(4, 8)),
                        index = number(reference.subspan(12, 4));
    if (length == 0 || address == 0) continue;
    const Collection& heap = collection(address);
    const auto object = heap.objects.find(index);
    if (object == heap.objects.end()) damaged("one is not where it should be");
    const auto [begin, size] = object->second;
    if (length > size) damaged("one is shorter than it should be");
    take(length);
    const char* const text = reinterpret_cast<const char*>(heap.bytes.data()) + begin;
    texts[i].assign(text, ::strnlen(text, idx(length)));
  }
  return texts;
}

const TextReader::Collection& TextReader::collection(std::uint64_t address) {
  if (const auto known = collections_.find(address); known != collections_.end()) return known->second;
  const std::uint64_t end = bytes_.end();
  if (address > end || end - address < kHeading) damaged("they lie outside of the file");
  std::byte heading[kHeading];
  if (!bytes_.read(address, heading)) throw Failure(bytes_.failure());
  const std::uint64_t size = number(std::span(heading).subspan(8, 8));
  if (std::memcmp(heading, "GCOL\1", 5) != 0) damaged("their place holds something else");
  if (size < kHeading || size > end - address) damaged("their place is larger than the file");
  take(size);
  Collection heap;
  heap.bytes.resize(idx(size));
  if (!bytes_.read(address, heap.bytes)) throw Failure(bytes_.failure());
  const std::span<const std::byte> all(heap.bytes);
  for (std::uint64_t at = kHeading; size - at >= kHeading;) {
    const std::uint64_t index = number(all.subspan(idx(at), 2)), length = number(all.subspan(idx(at) + 8, 8));
    if (index == 0) break;  // what follows is free
    if (length > size - at - kHeading) damaged("one is longer than its place");
    if (!heap.objects.emplace(index, std::pair(at + kHeading, length)).second) damaged("two claim one place");
    const std::uint64_t rounded = (length + 7) / 8 * 8;
    if (rounded > size - at - kHeading) break;
    at += kHeading + rounded;
  }
  return collections_.emplace(address, std::move(heap)).first->second;
}

}  // namespace freeplay::hdf5
